"""
damage = "The source of an answer holds null bytes."
lost = []
repaired = true
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "causal_mask":
            cell["source"] = "".join(cell["source"]).replace("\n", "\x00\n")
    return {"attention.ipynb": json.dumps(changed).encode()}
