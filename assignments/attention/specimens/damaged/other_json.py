"""
damage = "The file is JSON, but a list and no notebook."
lost = []
repaired = true
readable = true
"""

import json


def damage(notebook: dict) -> dict[str, bytes]:
    return {"attention.ipynb": json.dumps([cell["source"] for cell in notebook["cells"]]).encode()}
