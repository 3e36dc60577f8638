"""
damage = "An answer's cell captures its own output."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "CausalAttention":
            source = "".join(cell["source"])
            cell["source"] = f"%%capture out\n{source}\nprint(1)\n"
    return {"attention.ipynb": json.dumps(changed).encode()}
