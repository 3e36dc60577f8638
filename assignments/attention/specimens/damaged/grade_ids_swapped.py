"""
damage = "The ids of two solution cells were swapped."
lost = []
repaired = true
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    swapped = {"SelfAttention_v1": "SelfAttention_v2", "SelfAttention_v2": "SelfAttention_v1"}
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        marks = cell["metadata"].get("nbgrader", {})
        if marks.get("grade_id") in swapped:
            marks["grade_id"] = swapped[marks["grade_id"]]
    return {"attention.ipynb": json.dumps(changed).encode()}
