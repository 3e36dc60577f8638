"""
damage = "An answer holds characters of no width, pasted from a chat."
lost = []
repaired = true
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "simple_self_attention":
            source = "".join(cell["source"])
            cell["source"] = source.replace("(", "(\u200b").replace("=", "\ufeff=")
    return {"attention.ipynb": json.dumps(changed).encode()}
