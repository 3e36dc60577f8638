"""
damage = "All code was put into one cell, without any of nbgrader's marks."
lost = []
repaired = true
readable = true
"""

import json


def damage(notebook: dict) -> dict[str, bytes]:
    sources = [
        "".join(cell["source"])
        for cell in notebook["cells"]
        if cell["cell_type"] == "code" and not cell["metadata"].get("nbgrader", {}).get("grade")
    ]
    cell = {"cell_type": "code", "id": "all", "metadata": {}, "source": "\n\n".join(sources)}
    cell |= {"outputs": [], "execution_count": 1}
    return {"attention.ipynb": json.dumps(notebook | {"cells": [cell]}).encode()}
