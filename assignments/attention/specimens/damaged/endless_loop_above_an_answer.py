"""
damage = "An answer's cell runs for ever above the definition."
lost = []
repaired = true
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "CausalAttention":
            cell["source"] = "n = 0\nwhile n < 10:\n    n += 0\n\n\n" + "".join(cell["source"])
    return {"attention.ipynb": json.dumps(changed).encode()}
