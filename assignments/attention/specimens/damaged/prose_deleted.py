"""
damage = "All cells of prose were deleted."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    changed["cells"] = [cell for cell in changed["cells"] if cell["cell_type"] == "code"]
    return {"attention.ipynb": json.dumps(changed).encode()}
