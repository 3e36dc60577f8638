"""
damage = "All cells but the first code cell stand in the opposite order."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    first = next(cell for cell in changed["cells"] if cell["cell_type"] == "code")
    rest = [cell for cell in changed["cells"] if cell is not first]
    changed["cells"] = [first, *reversed(rest)]
    return {"attention.ipynb": json.dumps(changed).encode()}
