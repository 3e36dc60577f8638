"""
damage = "The answers are indented with tabs."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("solution"):
            cell["source"] = "".join(cell["source"]).replace("    ", "\t")
    return {"attention.ipynb": json.dumps(changed).encode()}
