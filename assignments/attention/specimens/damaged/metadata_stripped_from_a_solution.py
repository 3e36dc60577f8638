"""
damage = "The metadata of one solution cell was stripped."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "MultiHeadAttention":
            cell["metadata"] = {}
    return {"attention.ipynb": json.dumps(changed).encode()}
