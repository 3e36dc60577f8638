"""
damage = "The mail program added an ending: the file is called attention.ipynb.json."
lost = []
repaired = true
readable = true
"""

import json


def damage(notebook: dict) -> dict[str, bytes]:
    return {"attention.ipynb.json": json.dumps(notebook).encode()}
