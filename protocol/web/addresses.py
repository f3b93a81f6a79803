"""Where the server listens, and by which addresses it is reached: from this machine, and from the network around it."""

from __future__ import annotations

import ipaddress
import socket

# Addresses that exist in documents only. A datagram socket directed to one sends nothing, but knows from where it would.
OUTSIDE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
MAX_PORT = 65535
EVERYWHERE = ("0.0.0.0", "::")


def open_socket(host: str, port: int) -> socket.socket:
    """A socket that listens; `::` is for both kinds of addresses where the machine can do that. Raises OSError."""
    if ":" not in host:
        return socket.create_server((host, port))
    return socket.create_server(
        (host, port), family=socket.AF_INET6, dualstack_ipv6=host == "::" and socket.has_dualstack_ipv6()
    )


def own_address(bound: socket.socket) -> str:
    """For a browser on this machine."""
    host = bound.getsockname()[0]
    if host in EVERYWHERE:
        host = "127.0.0.1" if _speaks_ipv4(bound) else "::1"
    return _url(host, bound)


def others_address(bound: socket.socket) -> str:
    """For other machines; empty if the server is for this one only."""
    host = bound.getsockname()[0]
    if host not in EVERYWHERE:
        return "" if ipaddress.ip_address(host).is_loopback else _url(host, bound)
    families = [family for family in OUTSIDE if family == bound.family or (family == socket.AF_INET and _speaks_ipv4(bound))]
    found = [address for family in families if (address := _address_towards(OUTSIDE[family], family))]
    return _url(found[0] if found else socket.gethostname(), bound)


def _speaks_ipv4(bound: socket.socket) -> bool:
    return bound.family == socket.AF_INET or not bound.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY)


def _address_towards(outside: str, family: socket.AddressFamily) -> str:
    """This machine's own address on the way there; empty if no way leads out."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((outside, 9))
            host = str(asking.getsockname()[0])
    except OSError:
        return ""
    return "" if ipaddress.ip_address(host).is_loopback else host


def _url(host: str, bound: socket.socket) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{bound.getsockname()[1]}/"
