"""
damage = "A failed sync left an empty file under the right name and the work in a numbered copy."
lost = []
repaired = true
readable = true
"""

import json


def damage(notebook: dict) -> dict[str, bytes]:
    return {"attention.ipynb": b"", "attention (1).ipynb": json.dumps(notebook).encode()}
