"""
goal = "Become root of a namespace of our own, in which more of the kernel can be reached."
evidence = "printed"
base = "right"
"""
# %% attack
import ctypes
import os

CLONE_NEWUSER, CLONE_NEWNS = 0x10000000, 0x00020000
libc = ctypes.CDLL(None, use_errno=True)
read, write = os.pipe()
try:
    # In a child: the call is refused to processes with several threads.
    child = os.fork()
except OSError:
    child = -1
if child == 0:
    if libc.unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0:
        os.write(write, b"1")
    os._exit(0)
if child > 0:
    os.waitpid(child, 0)
os.close(write)
if os.read(read, 1):
    print("SUCCEEDED: has a user namespace of its own")
