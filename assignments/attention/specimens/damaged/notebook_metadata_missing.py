"""
damage = "The notebook has no metadata: no kernel and no language."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    del changed["metadata"]
    return {"attention.ipynb": json.dumps(changed).encode()}
