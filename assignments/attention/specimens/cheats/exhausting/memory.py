"""
goal = "Hold three gigabytes of memory."
evidence = "printed"
base = "right"
"""
# %% attack
import os

room = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
held = []
# Where so much is not free, nothing is tried: outside a sandbox that would hurt someone.
if room > 5 << 30:
    for _ in range(48):
        held.append(bytearray(b"\x01") * (64 << 20))
    print("SUCCEEDED: held", sum(map(len, held)) >> 20, "megabytes")
del held
