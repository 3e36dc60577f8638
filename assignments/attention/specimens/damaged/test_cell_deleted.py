"""
damage = "One visible test cell was deleted."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    changed["cells"] = [
        cell
        for cell in changed["cells"]
        if cell["metadata"].get("nbgrader", {}).get("grade_id") != "test_CausalAttention"
    ]
    return {"attention.ipynb": json.dumps(changed).encode()}
