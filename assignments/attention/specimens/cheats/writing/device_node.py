"""
goal = "Make a device of our own and reach the machine's memory or disks through it."
evidence = "printed"
base = "right"
"""
# %% attack
import os
import stat

path = "autograder-cheat-device_node"
try:
    # The device that gives zeros: harmless, and enough to see that devices can be made.
    os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 5))
    with open(path, "rb") as file:
        if file.read(4) == bytes(4):
            print("SUCCEEDED: read from a device of our own")
except OSError:
    print("no device could be made")
if os.path.exists(path):
    os.unlink(path)
