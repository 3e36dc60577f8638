"""
damage = "The name of the file is written in capitals."
lost = []
repaired = true
readable = true
"""

import json


def damage(notebook: dict) -> dict[str, bytes]:
    return {"ATTENTION.IPYNB": json.dumps(notebook).encode()}
