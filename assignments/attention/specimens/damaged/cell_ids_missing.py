"""
damage = "The cells have no ids, although the format asks for them."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        cell.pop("id", None)
    return {"attention.ipynb": json.dumps(changed).encode()}
