"""
damage = "The solution cell of one part was deleted."
lost = ["scaled_attention_weights"]
repaired = true
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    changed["cells"] = [
        cell
        for cell in changed["cells"]
        if cell["metadata"].get("nbgrader", {}).get("grade_id") != "scaled_attention_weights"
    ]
    return {"attention.ipynb": json.dumps(changed).encode()}
