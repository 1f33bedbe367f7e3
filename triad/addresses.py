"""Under which addresses others reach this machine."""

from __future__ import annotations

import socket
from contextlib import suppress

#: Addresses of other networks, by which the own address towards them is found.
FAR = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET, "10.255.255.255"), (socket.AF_INET6, "2001:db8::1"))
EVERYWHERE = {"0.0.0.0", "::", "[::]"}


def own_addresses() -> list[str]:
    """This machine's own addresses and name, those that face the network first, without loopback; no packet is sent."""
    found: dict[str, None] = {}
    # Connecting a UDP socket sends nothing; it tells which address would be used towards such a network.
    for family, far in FAR:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            found[probe.getsockname()[0]] = None
    name = socket.gethostname()
    with suppress(OSError):
        for _, _, _, _, address in socket.getaddrinfo(name, None, type=socket.SOCK_STREAM):
            found[str(address[0])] = None
    if name:
        found[name.lower()] = None
    return [address for address in found if not _is_local(address)]


def _is_local(address: str) -> bool:
    return address.startswith(("127.", "fe80:", "0.")) or address in {"::1", "localhost"} or "%" in address


def as_host(address: str) -> str:
    """An address as it stands in a URL or Host header: IPv6 in brackets."""
    return f"[{address}]" if ":" in address and not address.startswith("[") else address


def is_free(host: str, port: int) -> bool:
    """Whether a server could listen there now."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host.strip("[]"), port))
        except OSError:
            return False
    return True
