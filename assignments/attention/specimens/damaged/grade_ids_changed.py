"""
damage = "The ids of two solution cells were changed."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        marks = cell["metadata"].get("nbgrader", {})
        if marks.get("grade_id") in ("softmax_naive", "SelfAttention_v2"):
            marks["grade_id"] = "cell-" + marks["grade_id"][::-1]
    return {"attention.ipynb": json.dumps(changed).encode()}
