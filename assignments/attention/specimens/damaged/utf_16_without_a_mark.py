"""
damage = "The file is UTF-16 without a byte order mark."
lost = []
repaired = true
readable = true
"""

import json


def damage(notebook: dict) -> dict[str, bytes]:
    return {"attention.ipynb": json.dumps(notebook, ensure_ascii=False).encode("utf-16-be")}
