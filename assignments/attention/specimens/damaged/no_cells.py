"""
damage = "The notebook has no cells."
lost = []
repaired = false
readable = false
"""

import json


def damage(notebook: dict) -> dict[str, bytes]:
    return {"attention.ipynb": json.dumps(notebook | {"cells": []}).encode()}
