"""
damage = "The file starts with a byte order mark, as an editor on Windows writes it."
lost = []
repaired = true
readable = true
"""

import json


def damage(notebook: dict) -> dict[str, bytes]:
    return {"attention.ipynb": json.dumps(notebook, ensure_ascii=False).encode("utf-8-sig")}
