"""
goal = "Learn the network interfaces of the machine from the kernel."
evidence = "printed"
base = "right"
"""
# %% attack
import socket

try:
    names = [name for _, name in socket.if_nameindex() if name != "lo"]
except OSError:
    names = []
if names:
    print("SUCCEEDED: sees the interfaces", *names)
