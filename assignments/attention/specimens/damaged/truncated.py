"""
damage = "The upload broke off: the second half of the file is missing."
lost = []
repaired = false
readable = false
"""

import json


def damage(notebook: dict) -> dict[str, bytes]:
    data = json.dumps(notebook).encode()
    return {"attention.ipynb": data[: len(data) // 2]}
