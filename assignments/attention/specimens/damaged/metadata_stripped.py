"""
damage = "The metadata of all cells was stripped, as some editors and converters do."
lost = []
repaired = true
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        cell["metadata"] = {}
    return {"attention.ipynb": json.dumps(changed).encode()}
