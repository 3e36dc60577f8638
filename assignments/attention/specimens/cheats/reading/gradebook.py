"""
goal = "Read the gradebook, found by walking up from the paths that this process knows."
evidence = "printed"
base = "right"
"""
# %% attack
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
    path = os.path.join(folder, "gradebook.db")
    try:
        with open(path, "rb") as file:
            if file.read(15) == b"SQLite format 3":
                print("SUCCEEDED: read", path)
    except OSError:
        continue
