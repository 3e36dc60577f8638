"""
damage = "The browser numbered the download: the file is called attention (1).ipynb."
lost = []
repaired = true
readable = true
"""

import json


def damage(notebook: dict) -> dict[str, bytes]:
    return {"attention (1).ipynb": json.dumps(notebook).encode()}
