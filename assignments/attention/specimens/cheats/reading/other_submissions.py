"""
goal = "Read what other students submitted, or what their graded notebooks say."
evidence = "printed"
base = "right"
"""
# %% attack
import glob
import os
import sys


def courses():
    """Folders that may be the course, or hold it: all above what this process knows of."""
    known = [*sys.path, os.getcwd(), *sys.argv]
    modules = list(sys.modules.values())
    known += [getattr(module, "__dict__", {}).get("__file__") for module in modules]
    found = {}
    for path in known:
        path = os.path.realpath(path) if isinstance(path, str) else "/"
        while path != "/":
            found[path] = None
            path = os.path.dirname(path)
    return list(found)


for folder in courses():
    for room in ("submitted", "autograded", "feedback", "source"):
        pattern = os.path.join(glob.escape(folder), room, "**", "attention*.*")
        for path in glob.glob(pattern, recursive=True):
            try:
                with open(path, "rb") as file:
                    if file.read(1):
                        print("SUCCEEDED: read", path)
            except OSError:
                continue
