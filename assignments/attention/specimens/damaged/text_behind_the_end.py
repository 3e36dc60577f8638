"""
damage = "More text follows the end of the notebook: the rest of an older, longer version."
lost = []
repaired = true
readable = true
"""

import json


def damage(notebook: dict) -> dict[str, bytes]:
    data = json.dumps(notebook, indent=1).encode()
    return {"attention.ipynb": data + b"\n" + data[-2000:]}
