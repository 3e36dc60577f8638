"""
damage = "An edit by hand left a comma before every closing bracket of a list of cells."
lost = []
repaired = true
readable = true
"""

import json


def damage(notebook: dict) -> dict[str, bytes]:
    text = json.dumps(notebook, indent=1)
    return {"attention.ipynb": text.replace("\n ],", "\n ,],").encode()}
