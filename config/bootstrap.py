"""Set-up: make .venv, install the requirements, run the command there. Standard library only; speaks on stderr."""

import contextlib
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
UNFINISHED = VENV / "unfinished"
REQUIREMENTS = {"play": ("requirements.txt",), "test": ("requirements.txt", "tests/requirements.txt")}

NO_VENV = "Python cannot make a virtual environment here; install what is missing: apt install python3-venv"
NO_NETWORK = "The packages cannot be fetched: the package index does not answer; connect to the network and try again."
NETWORK_SIGNS = ("NewConnectionError", "Connection refused", "ConnectTimeout", "ReadTimeout", "ProxyError", "resolve")


class SetUpFault(Exception):
    """Set-up cannot go on; the text is the sentence for the reader."""


def enter(arguments: list[str]) -> None:
    """Return when this process is the one to run the command; otherwise set up and start it again in .venv."""
    purpose = "test" if arguments[1:2] == ["test"] else "play"
    if inside() and current(purpose):
        return
    try:
        with alone():
            if not current(purpose):
                set_up(purpose)
    except SetUpFault as fault:
        leave(str(fault), 1)
    except OSError as fault:
        leave(f"Set-up cannot write here: {fault}", 1)
    except KeyboardInterrupt:
        leave("Set-up was interrupted; the next start begins it anew.", 130)
    if not inside():
        os.execv(PYTHON, [str(PYTHON), *arguments])


def leave(sentence: str, status: int) -> NoReturn:
    say(sentence)
    raise SystemExit(status)


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


def inside() -> bool:
    return Path(sys.prefix).resolve() == VENV.resolve()


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Two commands started at once: the second waits for the first one's set-up."""
    import fcntl

    (ROOT / "var").mkdir(exist_ok=True)
    with open(ROOT / "var" / "set-up.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


# --- is .venv what the requirements ask for ----------------------------------------------------------------------


def wanted(purpose: str) -> str:
    """What the stamp must say: the interpreter and the hash of the requirements."""
    digest = hashlib.sha256()
    for name in REQUIREMENTS[purpose]:
        digest.update((ROOT / name).read_bytes())
    return f"{PYTHON.resolve()} {digest.hexdigest()}"


def stamp(purpose: str) -> Path:
    return VENV / f"requirements.{purpose}"


def current(purpose: str) -> bool:
    with contextlib.suppress(OSError):
        return not UNFINISHED.exists() and stamp(purpose).read_text() == wanted(purpose)
    return False


def usable() -> bool:
    """Is there an environment to build on: finished, and still on the interpreter that it was made with."""
    if UNFINISHED.exists() or not os.access(PYTHON, os.X_OK):
        return False
    with contextlib.suppress(OSError):
        return stamp("play").read_text().split(" ")[0] == str(PYTHON.resolve())
    return run([str(PYTHON), "-c", "import sys; sys.exit(sys.version_info < (3, 11))"]).returncode == 0


# --- making it ---------------------------------------------------------------------------------------------------


def set_up(purpose: str) -> None:
    if not usable():
        make()
    install(purpose)


def make() -> None:
    """A fresh .venv; a broken or half-made one goes first."""
    say("Setting up: making .venv …")
    if inside():
        raise SetUpFault("This .venv is not usable any more; run the command with python3 from outside of it.")
    for options in ways():
        shutil.rmtree(VENV, ignore_errors=True)
        VENV.mkdir()
        UNFINISHED.touch()
        if run([sys.executable, "-m", "venv", *options, str(VENV)]).returncode == 0:
            return
    raise SetUpFault(NO_VENV)


def ways() -> Iterator[list[str]]:
    """With a pip of its own; else (Debian keeps ensurepip apart) without one, where this Python has a pip to lend."""
    if importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip"):
        yield []
    if importlib.util.find_spec("venv") and importlib.util.find_spec("pip"):
        yield ["--without-pip"]


def install(purpose: str) -> None:
    say(f"Setting up: installing {' and '.join(REQUIREMENTS[purpose])} …")
    UNFINISHED.touch()
    done = run([*pip(), "install", "--quiet", "--retries", "1", "--no-input", *flags(purpose)])
    if done.returncode:
        raise SetUpFault(reason(done.stdout + done.stderr))
    for name in ("play", purpose):  # the test requirements come on top of the others
        stamp(name).write_text(wanted(name))
    UNFINISHED.unlink()


def flags(purpose: str) -> list[str]:
    return [word for name in REQUIREMENTS[purpose] for word in ("--requirement", str(ROOT / name))]


def pip() -> list[str]:
    """The pip of .venv, or where it has none this Python's own pip working on .venv."""
    if run([str(PYTHON), "-c", "import pip"]).returncode == 0:
        return [str(PYTHON), "-m", "pip", "--disable-pip-version-check"]
    return [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(PYTHON)]


def run(command: list[str]) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PIP_USER": "0", "PYTHONNOUSERSITE": "1"}  # whatever this user's pip is set to
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=env)


def reason(output: str) -> str:
    """One sentence for what pip complained about at length."""
    if any(sign in output for sign in NETWORK_SIGNS):
        return NO_NETWORK
    errors = [line for line in output.splitlines() if line.startswith("ERROR:")] or output.splitlines()[-1:] or [""]
    return f"The packages could not be installed: {errors[-1].removeprefix('ERROR:').strip()}"
