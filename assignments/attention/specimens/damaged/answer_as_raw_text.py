"""
damage = "A solution cell was turned into a raw cell."
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
            cell["cell_type"] = "raw"
            cell.pop("outputs", None)
            cell.pop("execution_count", None)
    return {"attention.ipynb": json.dumps(changed).encode()}
