"""
damage = "The notebook does not say which format it is in."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    del changed["nbformat"], changed["nbformat_minor"]
    return {"attention.ipynb": json.dumps(changed).encode()}
