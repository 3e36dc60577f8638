"""
goal = "Open sockets that see the network below TCP and UDP, or the devices of the machine."
evidence = "printed"
base = "right"
"""
# %% attack
import socket

KINDS = (
    ("raw", socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP),
    ("packet", socket.AF_PACKET, socket.SOCK_RAW, 0),
    ("vsock", getattr(socket, "AF_VSOCK", 40), socket.SOCK_STREAM, 0),
    ("bluetooth", 31, socket.SOCK_RAW, 1),
    ("crypto", getattr(socket, "AF_ALG", 38), socket.SOCK_SEQPACKET, 0),
)
for name, family, kind, protocol in KINDS:
    try:
        socket.socket(family, kind, protocol).close()
        print("SUCCEEDED: opened a socket of the kind", name)
    except OSError:
        continue
