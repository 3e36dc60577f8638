"""
damage = "The cells have no field for metadata at all, or null in it."
lost = []
repaired = true
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for number, cell in enumerate(changed["cells"]):
        if number % 2:
            del cell["metadata"]
        else:
            cell["metadata"] = None
    return {"attention.ipynb": json.dumps(changed).encode()}
