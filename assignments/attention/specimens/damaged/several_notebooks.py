"""
damage = "Scratch notebooks lie beside the one that counts."
lost = []
repaired = true
readable = true
"""

import json


def damage(notebook: dict) -> dict[str, bytes]:
    scratch = {"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return {
        "attention.ipynb": json.dumps(notebook).encode(),
        "Untitled.ipynb": json.dumps(scratch).encode(),
        "attention-old.ipynb": json.dumps(notebook | {"cells": notebook["cells"][:3]}).encode(),
    }
