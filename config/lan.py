"""What this machine is called in its network."""

import contextlib
import socket

NOWHERE = "192.0.2.1"  # an address for documentation: nothing is sent there, the route alone is asked


def names(host: str) -> list[str]:
    """The names under which the site is asked for, the best one first."""
    if host != "0.0.0.0":
        return [host]
    machine = socket.gethostname()
    return list(dict.fromkeys([*addresses(machine), machine, f"{machine}.local"])) if addresses(machine) else []


def addresses(machine: str) -> list[str]:
    found = [address for address in [outward(), *own(machine)] if address]
    return [address for address in dict.fromkeys(found) if not address.startswith("127.")]


def outward() -> str:
    """The address that a packet to the outside would carry."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((NOWHERE, 9))
        return str(probe.getsockname()[0])
    return ""


def own(machine: str) -> list[str]:
    with contextlib.suppress(OSError):
        return socket.gethostbyname_ex(machine)[2]
    return []
