"""
damage = "Cells use magics of lines and of cells, above answers too."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        grade_id = cell["metadata"].get("nbgrader", {}).get("grade_id")
        if grade_id == "softmax_naive":
            cell["source"] = "%%time\n" + "".join(cell["source"])
        elif grade_id == "causal_mask":
            cell["source"] = "%matplotlib inline\n%load_ext autoreload\n" + "".join(cell["source"])
        elif grade_id == "context_vector":
            cell["source"] = "".join(cell["source"]) + "\n\n%timeit -n 1 -r 1 sum(range(10))\n"
    return {"attention.ipynb": json.dumps(changed).encode()}
