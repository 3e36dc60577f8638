"""
damage = "An answer's cell fails below the definition."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "SelfAttention_v2":
            cell["source"] = "".join(cell["source"]) + "\n\nSelfAttention_v2(3)\n"
    return {"attention.ipynb": json.dumps(changed).encode()}
