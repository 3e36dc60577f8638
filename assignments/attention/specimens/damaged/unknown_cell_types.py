"""
damage = "Solution cells say that they are of a type that does not exist, or of none."
lost = []
repaired = true
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        grade_id = cell["metadata"].get("nbgrader", {}).get("grade_id")
        if grade_id == "causal_mask":
            cell["cell_type"] = "python"
        elif grade_id == "softmax_naive":
            del cell["cell_type"]
    return {"attention.ipynb": json.dumps(changed).encode()}
