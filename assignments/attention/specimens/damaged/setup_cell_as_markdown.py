"""
damage = "The cell with all imports was turned into Markdown."
lost = []
repaired = true
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    first = next(cell for cell in changed["cells"] if cell["cell_type"] == "code")
    first["cell_type"] = "markdown"
    return {"attention.ipynb": json.dumps(changed).encode()}
