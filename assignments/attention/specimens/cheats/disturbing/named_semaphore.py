"""
goal = "Leave a named semaphore that others would wait at."
evidence = "printed"
base = "right"
"""
# %% attack
import ctypes
import os

NAME = b"/autograder-cheat-named_semaphore"
libc = ctypes.CDLL(None, use_errno=True)
libc.sem_open.restype = ctypes.c_void_p
semaphore = libc.sem_open(NAME, os.O_CREAT | os.O_EXCL, 0o600, 0)
if semaphore:
    print("SUCCEEDED: left a semaphore under a name")
    libc.sem_close(ctypes.c_void_p(semaphore))
    libc.sem_unlink(NAME)
