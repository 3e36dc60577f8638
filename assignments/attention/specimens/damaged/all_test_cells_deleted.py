"""
damage = "All visible test cells were deleted."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    changed["cells"] = [
        cell
        for cell in changed["cells"]
        if not cell["metadata"].get("nbgrader", {}).get("grade", False)
    ]
    return {"attention.ipynb": json.dumps(changed).encode()}
