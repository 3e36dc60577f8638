"""
damage = "An answer was pasted from a page's source: its arrow is written with an entity."
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
            cell["source"] = source.replace(">", "&gt;").replace("<", "&lt;")
    return {"attention.ipynb": json.dumps(changed).encode()}
