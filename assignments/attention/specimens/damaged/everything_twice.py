"""
damage = "The whole notebook was pasted behind itself, so that every id stands in it twice."
lost = []
repaired = true
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    changed["cells"] += copy.deepcopy(notebook["cells"])
    return {"attention.ipynb": json.dumps(changed).encode()}
