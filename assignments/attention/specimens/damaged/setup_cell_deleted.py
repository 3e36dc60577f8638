"""
damage = "The first code cell, with all imports, was deleted."
lost = []
repaired = true
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    first = next(cell for cell in changed["cells"] if cell["cell_type"] == "code")
    changed["cells"].remove(first)
    return {"attention.ipynb": json.dumps(changed).encode()}
