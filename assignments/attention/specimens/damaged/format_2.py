"""
damage = "The notebook was saved in format 2, with worksheets and no metadata of cells."
lost = []
repaired = true
readable = true
"""

import json


def damage(notebook: dict) -> dict[str, bytes]:
    cells = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        key = "input" if cell["cell_type"] == "code" else "source"
        cells.append({"cell_type": cell["cell_type"], key: source})
    whole = {"nbformat": 2, "metadata": {"name": "attention"}, "worksheets": [{"cells": cells}]}
    return {"attention.ipynb": json.dumps(whole).encode()}
