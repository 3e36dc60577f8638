"""
damage = "An edit by hand lost a comma between two cells."
lost = []
repaired = true
readable = true
"""

import json


def damage(notebook: dict) -> dict[str, bytes]:
    text = json.dumps(notebook, indent=1)
    half = text.index("},\n  {", len(text) // 2)
    return {"attention.ipynb": (text[: half + 1] + text[half + 2 :]).encode()}
