"""
damage = "The notebook was saved in format 4.0, whose cells have no ids."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    changed["nbformat_minor"] = 0
    for cell in changed["cells"]:
        cell.pop("id", None)
    return {"attention.ipynb": json.dumps(changed).encode()}
