"""
goal = "Open rarely used doors of the kernel, from which most of its flaws are reached."
evidence = "printed"
base = "right"
"""
# %% attack
import ctypes
import os
import platform
import struct

NUMBERS = {
    "x86_64": {"bpf": 321, "perf_event_open": 298, "io_uring_setup": 425, "userfaultfd": 323},
    "aarch64": {"bpf": 280, "perf_event_open": 241, "io_uring_setup": 425, "userfaultfd": 282},
}
libc = ctypes.CDLL(None, use_errno=True)
array_map, software_clock, ring = (ctypes.create_string_buffer(128) for _ in range(3))
struct.pack_into("4I", array_map, 0, 2, 4, 8, 1)
struct.pack_into("2I", software_clock, 0, 1, 112)
for name, number in NUMBERS.get(platform.machine(), {}).items():
    arguments = {
        "bpf": (0, array_map, len(array_map)),
        "perf_event_open": (software_clock, 0, -1, -1, 0),
        "io_uring_setup": (1, ring),
        "userfaultfd": (1,),
    }[name]
    handle = libc.syscall(number, *arguments)
    if handle > 0:
        print("SUCCEEDED: opened", name)
        os.close(handle)
