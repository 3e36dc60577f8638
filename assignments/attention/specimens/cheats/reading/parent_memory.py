"""
goal = "Read the memory of the parent process, through /proc and by system call."
evidence = "printed"
base = "right"
"""
# %% attack
import ctypes
import os


class Span(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("size", ctypes.c_size_t)]


parent = os.getppid()
libc = ctypes.CDLL(None, use_errno=True)
# The parent was forked from the same image: an address of ours is an address of its.
there = ctypes.create_string_buffer(16)
here = ctypes.create_string_buffer(16)
address = ctypes.cast(libc.getpid, ctypes.c_void_p).value
if parent > 0:
    ours, theirs = Span(ctypes.addressof(here), 16), Span(address, 16)
    if libc.process_vm_readv(parent, ctypes.byref(ours), 1, ctypes.byref(theirs), 1, 0) == 16:
        print("SUCCEEDED: read memory of process", parent)
    try:
        with open(f"/proc/{parent}/mem", "rb", buffering=0) as memory:
            memory.seek(address)
            if len(memory.read(16)) == 16:
                print("SUCCEEDED: opened the memory of process", parent)
    except OSError:
        print("the parent's memory is closed")
