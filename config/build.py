"""The name of this build: it changes whenever code, templates or static files do."""

import hashlib
from pathlib import Path

PARTS = ("config", "battles", "templates", "static")
SUFFIXES = frozenset({".py", ".html", ".css", ".js", ".svg", ".toml", ".json", ".po"})


def build_id(root: Path) -> str:
    """The same for every process that runs the same files, whichever machine it is on."""
    digest = hashlib.sha256()
    for path in sorted(path for part in PARTS for path in (root / part).rglob("*") if path.suffix in SUFFIXES):
        digest.update(path.relative_to(root).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
