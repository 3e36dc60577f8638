"""
damage = "One part calls itself without end."
lost = ["scaled_attention_weights"]
repaired = false
readable = true
"""

import copy
import json


RECURSING = """import sys

sys.setrecursionlimit(100_000)


def scaled_attention_weights(query, keys):
    return scaled_attention_weights(query, keys)
"""


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "scaled_attention_weights":
            cell["source"] = RECURSING
    return {"attention.ipynb": json.dumps(changed).encode()}
