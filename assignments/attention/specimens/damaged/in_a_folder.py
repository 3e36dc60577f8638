"""
damage = "The notebook lies in a folder of its own inside the submission."
lost = []
repaired = true
readable = true
"""

import json


def damage(notebook: dict) -> dict[str, bytes]:
    return {"attention/attention.ipynb": json.dumps(notebook).encode()}
