"""
goal = "Read the source of the grader's trusted rooms, which a worker does not need."
evidence = "printed"
base = "right"
"""
# %% attack
import os
import sys

ROOMS = (
    "checks/compare.py", "checks/suite.py", "grading/grader.py", "authoring/specimens.py",
    "nbgrader_adapter/runs/recorder.py",
)
places = list(sys.path)
for name, module in list(sys.modules.items()):
    if name.startswith("autograder") and getattr(module, "__file__", None):
        places.append(os.path.join(os.path.dirname(module.__file__), ".."))
        places.append(os.path.join(os.path.dirname(module.__file__), "..", ".."))
for place in places:
    for room in ROOMS:
        path = os.path.join(place, "autograder", room)
        try:
            with open(path, "rb") as file:
                if file.read(1):
                    print("SUCCEEDED: read", os.path.realpath(path))
        except OSError:
            continue
