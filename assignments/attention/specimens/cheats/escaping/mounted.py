"""
goal = "Mount a file system over a folder, or bind one into the scratch."
evidence = "printed"
base = "right"
"""
# %% attack
import ctypes
import os

MS_BIND = 4096
libc = ctypes.CDLL(None, use_errno=True)
target = "autograder-cheat-mounted"
try:
    os.mkdir(target)
except OSError:
    target = ""
for source, kind, flags in ((b"none", b"tmpfs", 0), (b"/", None, MS_BIND), (b"proc", b"proc", 0)):
    if target and libc.mount(source, target.encode(), kind, flags, None) == 0:
        print("SUCCEEDED: mounted", source.decode())
        libc.umount2(target.encode(), 2)
if target:
    os.rmdir(target)
