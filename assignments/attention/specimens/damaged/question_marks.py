"""
damage = "An answer's cell asks for help with question marks."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "MultiHeadAttention":
            source = "".join(cell["source"])
            cell["source"] = f"?torch.softmax\ntorch.tril??\n{source}\nnn.Linear?\n"
    return {"attention.ipynb": json.dumps(changed).encode()}
