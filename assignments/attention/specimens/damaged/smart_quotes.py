"""
damage = "A word processor put its own quotation marks into an answer."
lost = []
repaired = true
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "softmax_naive":
            source = "".join(cell["source"])
            cell["source"] = f"label = “weights”\nnames = [‘a’, ‘b’]\n{source}"
    return {"attention.ipynb": json.dumps(changed).encode()}
