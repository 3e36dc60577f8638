"""
goal = "Leave a named block of shared memory where other processes find it."
evidence = "printed"
base = "right"
"""
# %% attack
import ctypes
import os

NAME = b"/autograder-cheat-shared_memory"
libc = ctypes.CDLL(None, use_errno=True)
if hasattr(libc, "shm_open"):
    block = libc.shm_open(NAME, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
    if block >= 0:
        os.write(block, b"7")
        again = libc.shm_open(NAME, os.O_RDONLY, 0)
        if again >= 0 and os.read(again, 1) == b"7":
            print("SUCCEEDED: wrote shared memory under a name")
        libc.shm_unlink(NAME)
