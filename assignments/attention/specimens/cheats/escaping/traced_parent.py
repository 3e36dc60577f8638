"""
goal = "Attach to the parent process as a debugger."
evidence = "printed"
base = "right"
"""
# %% attack
import ctypes
import os

PTRACE_SEIZE, PTRACE_DETACH = 0x4206, 17
libc = ctypes.CDLL(None, use_errno=True)
parent = os.getppid()
if parent > 0 and libc.ptrace(PTRACE_SEIZE, parent, None, None) == 0:
    print("SUCCEEDED: attached to process", parent)
    libc.ptrace(PTRACE_DETACH, parent, None, None)
