"""
damage = "An answer's cell ends in a line that is no Python."
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
            source = "".join(cell["source"])
            cell["source"] = f"{source}\ncausal_mask(4"
    return {"attention.ipynb": json.dumps(changed).encode()}
