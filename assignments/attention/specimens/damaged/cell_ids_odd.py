"""
damage = "The ids of cells are the same, empty, far too long, or numbers."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    odd = ["same", "same", "", "x" * 500, 7, "with spaces and <marks>"]
    changed = copy.deepcopy(notebook)
    for number, cell in enumerate(changed["cells"]):
        cell["id"] = odd[number % len(odd)]
    return {"attention.ipynb": json.dumps(changed).encode()}
