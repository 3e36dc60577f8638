"""
damage = "The file is a compressed notebook, renamed."
lost = []
repaired = true
readable = true
"""

import gzip
import json


def damage(notebook: dict) -> dict[str, bytes]:
    return {"attention.ipynb": gzip.compress(json.dumps(notebook).encode(), mtime=0)}
