"""
damage = "The answer of a notebook server was saved: the notebook is inside it."
lost = []
repaired = false
readable = true
"""

import json


def damage(notebook: dict) -> dict[str, bytes]:
    answer = {"name": "attention.ipynb", "type": "notebook", "format": "json"}
    return {"attention.ipynb": json.dumps(answer | {"content": notebook}).encode()}
