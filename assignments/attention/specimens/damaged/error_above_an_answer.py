"""
damage = "An answer's cell fails on its first line, above the definition."
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
            cell["source"] = "print(my_scores.shape)\n\n" + "".join(cell["source"])
    return {"attention.ipynb": json.dumps(changed).encode()}
