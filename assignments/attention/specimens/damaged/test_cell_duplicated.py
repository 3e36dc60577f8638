"""
damage = "A visible test cell was copied, with its id, to the end of the notebook."
lost = []
repaired = true
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in notebook["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "test_MultiHeadAttention":
            changed["cells"].append(copy.deepcopy(cell))
    return {"attention.ipynb": json.dumps(changed).encode()}
