"""
damage = "Someone wrote comments into the file, with the marks of another language."
lost = []
repaired = true
readable = true
"""

import json


def damage(notebook: dict) -> dict[str, bytes]:
    text = json.dumps(notebook, indent=1)
    return {"attention.ipynb": text.replace('"cells": [', '"cells": [ // my cells', 1).encode()}
