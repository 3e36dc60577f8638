"""
damage = "The cells are an object with numbered entries and no list."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    changed["cells"] = {str(number): cell for number, cell in enumerate(changed["cells"])}
    return {"attention.ipynb": json.dumps(changed).encode()}
