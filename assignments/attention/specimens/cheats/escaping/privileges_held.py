"""
goal = "Use privileges of root that the worker should have given up."
evidence = "printed"
base = "right"
"""
# %% attack
import ctypes


class Header(ctypes.Structure):
    _fields_ = [("version", ctypes.c_uint32), ("pid", ctypes.c_int)]


class Sets(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint32) for name in ("effective", "permitted", "inheritable")]


libc = ctypes.CDLL(None, use_errno=True)
sets = (Sets * 2)()
PR_GET_NO_NEW_PRIVS = 39
# Reading past modes may be needed for the imports; Landlock then decides what is read.
READING = 1 << 2
if libc.capget(ctypes.byref(Header(0x20080522, 0)), sets) == 0:
    if any((half.effective | half.permitted) & ~READING for half in sets):
        print("SUCCEEDED: holds capabilities")
if libc.prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0:
    print("SUCCEEDED: may gain privileges from a setuid program")
