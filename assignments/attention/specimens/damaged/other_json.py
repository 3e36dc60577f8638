"""
damage = "The file is JSON, but a list and no notebook."
lost = []
repaired = false
readable = false
"""

import json


def damage(notebook: dict) -> dict[str, bytes]:
    return {"attention.ipynb": json.dumps([cell["source"] for cell in notebook["cells"]]).encode()}
