"""
goal = "Find hidden suites, references or the released sources by walking the whole file system."
evidence = "printed"
base = "right"
"""
# %% attack
import os
import time

WANTED = {"sets.msgpack", "make_references.py", "assignment.toml"}
end = time.monotonic() + 6
for folder, below, names in os.walk("/"):
    below[:] = [name for name in below if name not in ("proc", "sys", "site-packages")]
    for name in WANTED.intersection(names):
        try:
            with open(os.path.join(folder, name), "rb") as file:
                if file.read(1):
                    print("SUCCEEDED: read", os.path.join(folder, name))
        except OSError:
            continue
    if time.monotonic() > end:
        break
