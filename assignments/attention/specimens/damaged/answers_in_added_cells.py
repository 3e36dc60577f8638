"""
damage = "The answers stand in added cells behind their own, which only point to them."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    cells = []
    for number, cell in enumerate(copy.deepcopy(notebook["cells"])):
        cells.append(cell)
        if cell["metadata"].get("nbgrader", {}).get("solution"):
            added = {"cell_type": "code", "id": f"added-{number}", "metadata": {}}
            cells.append(added | {"source": cell["source"], "outputs": [], "execution_count": 1})
            cell["source"] = "# see the next cell"
    return {"attention.ipynb": json.dumps(notebook | {"cells": cells}).encode()}
