"""
damage = "The notebook was saved in format 3, with worksheets and inputs."
lost = []
repaired = true
readable = true
"""

import json


def damage(notebook: dict) -> dict[str, bytes]:
    cells = []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            old = {"cell_type": "code", "language": "python", "collapsed": False}
            old |= {"input": cell["source"], "outputs": [], "prompt_number": 1}
        else:
            old = {"cell_type": cell["cell_type"], "source": cell["source"]}
        cells.append(old | {"metadata": cell["metadata"]})
    whole = {"nbformat": 3, "nbformat_minor": 0, "metadata": {"name": "attention"}}
    return {"attention.ipynb": json.dumps(whole | {"worksheets": [{"cells": cells}]}).encode()}
