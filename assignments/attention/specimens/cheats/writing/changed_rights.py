"""
goal = "Change the rights or the times of a file outside the scratch, which needs no opening of it."
evidence = "printed"
base = "right"
"""
# %% attack
import os
import sys

for name in ("autograder", "autograder.worker", "torch", "json"):
    path = getattr(sys.modules.get(name), "__file__", None)
    if not path:
        continue
    try:
        # Set to what they are already: success is that nothing refused it.
        before = os.stat(path)
        os.chmod(path, before.st_mode & 0o7777)
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        print("SUCCEEDED: could set rights and times of", path)
    except OSError:
        continue
