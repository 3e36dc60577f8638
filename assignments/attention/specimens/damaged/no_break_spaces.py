"""
damage = "An answer was pasted from a web page, with spaces that do not break."
lost = []
repaired = true
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "context_vector":
            source = "".join(cell["source"])
            cell["source"] = source.replace("    ", "\u00a0\u00a0\u00a0 ")
    return {"attention.ipynb": json.dumps(changed).encode()}
