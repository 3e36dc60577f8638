"""
damage = "One part crashes the interpreter when it is called."
lost = ["softmax_naive"]
repaired = false
readable = true
"""

import copy
import json


CRASHING = """import ctypes


def softmax_naive(x):
    return ctypes.string_at(0)
"""


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "softmax_naive":
            cell["source"] = CRASHING
    return {"attention.ipynb": json.dumps(changed).encode()}
