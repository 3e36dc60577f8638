"""
damage = "A solution cell stands in the notebook twice, with the same id."
lost = []
repaired = true
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for place, cell in enumerate(notebook["cells"]):
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "context_vector":
            changed["cells"].insert(place + 1, copy.deepcopy(cell))
    return {"attention.ipynb": json.dumps(changed).encode()}
