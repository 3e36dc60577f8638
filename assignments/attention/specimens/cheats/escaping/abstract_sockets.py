"""
goal = "Connect to a listener outside by an abstract name, which no file system guards."
evidence = "printed"
base = "right"
"""
# %% attack
import socket

NAMES = ["\0autograder-cheat-abstract_sockets", "\0/tmp/.X11-unix/X0"]
try:
    with open("/proc/net/unix") as table:
        NAMES += ["\0" + line.split()[-1][1:] for line in table if " @" in line][:50]
except OSError:
    print("the table of sockets is closed")
for name in NAMES:
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET):
        try:
            with socket.socket(socket.AF_UNIX, kind) as caller:
                caller.settimeout(1)
                caller.connect(name)
                print("SUCCEEDED: connected to", name[1:])
        except OSError:
            continue
