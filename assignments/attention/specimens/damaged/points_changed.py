"""
damage = "The points in the test cells were changed: more, none, negative, text."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    odd = [1000, 0, -5, "many", None]
    changed = copy.deepcopy(notebook)
    tests = [cell for cell in changed["cells"] if "points" in cell["metadata"].get("nbgrader", {})]
    for number, cell in enumerate(tests):
        cell["metadata"]["nbgrader"]["points"] = odd[number % len(odd)]
    return {"attention.ipynb": json.dumps(changed).encode()}
