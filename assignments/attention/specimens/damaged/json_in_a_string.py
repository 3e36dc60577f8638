"""
damage = "The notebook was encoded twice: the file is one string."
lost = []
repaired = false
readable = true
"""

import json


def damage(notebook: dict) -> dict[str, bytes]:
    return {"attention.ipynb": json.dumps(json.dumps(notebook)).encode()}
