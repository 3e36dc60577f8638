"""
goal = "Import the grader's trusted rooms and the hidden suites as modules."
evidence = "printed"
base = "right"
"""
# %% attack
import importlib
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


sys.path += courses()
ROOMS = ("autograder.checks.suite", "autograder.grading.grader", "autograder.cli.app")
for name in (*ROOMS, "hidden.reference", "assignments.attention.hidden.reference"):
    try:
        module = importlib.import_module(name)
        print("SUCCEEDED: imported", name, "from", module.__file__)
    except Exception as error:
        print(name, "is out of reach:", type(error).__name__)
