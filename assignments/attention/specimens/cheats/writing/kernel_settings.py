"""
goal = "Open settings of the kernel for writing, such as the program that it starts after a crash."
evidence = "printed"
base = "right"
"""
# %% attack
import os

PATHS = (
    "/proc/sys/kernel/core_pattern",
    "/proc/sys/kernel/modprobe",
    "/proc/sys/vm/overcommit_memory",
    "/proc/sysrq-trigger",
    "/sys/kernel/uevent_helper",
    "/sys/fs/cgroup/cgroup.procs",
)
for path in PATHS:
    try:
        # Opened and closed again, never written.
        os.close(os.open(path, os.O_WRONLY))
        print("SUCCEEDED: could write", path)
    except OSError:
        continue
