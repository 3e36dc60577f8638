"""
damage = "An answer warns and writes to stderr, in its cell and whenever it is called."
lost = []
repaired = false
readable = true
"""

import copy
import json


NOISE = """
import sys
import warnings

quiet_softmax = softmax_naive


def softmax_naive(x):
    warnings.warn("this will be slow", UserWarning)
    print("called with", tuple(x.shape), file=sys.stderr)
    return quiet_softmax(x)


warnings.warn("deprecated", DeprecationWarning)
print("ready", file=sys.stderr)
"""


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "softmax_naive":
            cell["source"] = "".join(cell["source"]) + "\n" + NOISE
    return {"attention.ipynb": json.dumps(changed).encode()}
