"""
damage = "The upload broke off in the last bytes of the file."
lost = []
repaired = true
readable = true
"""

import json


def damage(notebook: dict) -> dict[str, bytes]:
    return {"attention.ipynb": json.dumps(notebook).encode()[:-40]}
