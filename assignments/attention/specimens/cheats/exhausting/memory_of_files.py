"""
goal = "Hold three gigabytes in files in memory, which no limit on addresses counts."
evidence = "printed"
base = "right"
"""
# %% attack
import os

room = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
block = b"\x01" * (1 << 20)
held = 0
handles = []
if room > 5 << 30:
    for number in range(96):
        try:
            handles.append(os.memfd_create("autograder-cheat-memory_of_files"))
            for _ in range(32):
                held += os.write(handles[-1], block)
        except OSError:
            break
if held >= 3 << 30:
    print("SUCCEEDED: held", held >> 20, "megabytes")
for handle in handles:
    os.close(handle)
