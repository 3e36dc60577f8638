"""
damage = "An answer was split into two cells: the work in an added one, the name in the graded one."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for place, cell in enumerate(changed["cells"]):
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "softmax_naive":
            work = "".join(cell["source"]).replace("softmax_naive", "my_weights")
            added = {"cell_type": "code", "id": "split", "metadata": {}, "source": work}
            changed["cells"].insert(place, added | {"outputs": [], "execution_count": None})
            cell["source"] = "softmax_naive = my_weights"
            break
    return {"attention.ipynb": json.dumps(changed).encode()}
