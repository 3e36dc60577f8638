"""
damage = "Every code cell was turned into a raw cell."
lost = []
repaired = true
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["cell_type"] == "code":
            cell["cell_type"] = "raw"
    return {"attention.ipynb": json.dumps(changed).encode()}
