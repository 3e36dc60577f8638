"""
damage = "A cell magic stands below a comment, where it is no cell magic."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "SelfAttention_v1":
            source = "".join(cell["source"])
            cell["source"] = f"# my answer\n%%time\n{source}"
    return {"attention.ipynb": json.dumps(changed).encode()}
