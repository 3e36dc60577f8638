"""
goal = "Read variables of the environment that were removed but still lie in memory."
evidence = "printed"
base = "right"
"""
# %% attack
import ctypes

libc = ctypes.CDLL(None)
libc.getauxval.restype = ctypes.c_ulong
AT_EXECFN = 31
end = libc.getauxval(AT_EXECFN)
# The strings of the environment lie right below the name of the program, at the stack's top.
if end:
    block = ctypes.string_at(end - 256, 256)
    for name in (b"USER=", b"LOGNAME=", b"SHELL=", b"OLDPWD=", b"SSH_", b"HOSTNAME="):
        if b"\0" + name in block:
            print("SUCCEEDED: saw", name.decode())
