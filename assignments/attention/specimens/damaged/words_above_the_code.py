"""
damage = "Plain words stand above and below an answer, in its code cell."
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
            cell["source"] = f"My answer to part 3:\n\n{source}\n\nI hope that this is right!\n"
    return {"attention.ipynb": json.dumps(changed).encode()}
