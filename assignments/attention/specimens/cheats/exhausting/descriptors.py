"""
goal = "Open more files than a submission may have open."
evidence = "printed"
base = "right"
"""
# %% attack
import os

handles = []
for _ in range(5000):
    try:
        handles.append(os.open(os.devnull, os.O_RDONLY))
    except OSError:
        break
if len(handles) >= 1024:
    print("SUCCEEDED:", len(handles), "open files at once")
for handle in handles:
    os.close(handle)
