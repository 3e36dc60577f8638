"""
damage = "The archive unpacks to more than a notebook can have."
lost = []
repaired = false
readable = false
"""

import gzip


def damage(notebook: dict) -> dict[str, bytes]:
    return {"attention.ipynb": gzip.compress(bytes(80 << 20), 9, mtime=0)}
