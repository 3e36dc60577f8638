"""
damage = "The file was saved as UTF-32."
lost = []
repaired = true
readable = true
"""

import json


def damage(notebook: dict) -> dict[str, bytes]:
    return {"attention.ipynb": json.dumps(notebook, ensure_ascii=False).encode("utf-32")}
