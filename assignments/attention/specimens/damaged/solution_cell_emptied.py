"""
damage = "The solution cell of one part was emptied."
lost = ["causal_mask"]
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "causal_mask":
            cell["source"] = "   \n"
    return {"attention.ipynb": json.dumps(changed).encode()}
