"""
damage = "A merge left its marks in an answer; both sides of it are right."
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
            cell["source"] = f"<<<<<<< HEAD\n{source}\n=======\n{source}# mine\n>>>>>>> 4f2a91c\n"
    return {"attention.ipynb": json.dumps(changed).encode()}
