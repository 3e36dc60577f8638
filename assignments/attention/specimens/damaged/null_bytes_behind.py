"""
damage = "The file is padded with null bytes, as a crash of the file system leaves it."
lost = []
repaired = true
readable = true
"""

import json


def damage(notebook: dict) -> dict[str, bytes]:
    return {"attention.ipynb": json.dumps(notebook).encode() + b"\x00" * 4096}
