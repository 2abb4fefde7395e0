"""The secret key of this installation, made once and kept in a file that only its owner reads."""

import os
import secrets
from pathlib import Path


def secret_key(path: Path) -> str:
    """Read the key, or make it; of two processes that start at once, one makes it and both read the same."""
    if not path.exists():
        make(path)
    return path.read_text().strip()


def make(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(secrets.token_urlsafe(48))
    try:
        os.link(draft, path)  # never seen half written, never replaced
    except FileExistsError:
        pass
    finally:
        draft.unlink()
