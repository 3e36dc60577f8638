"""
damage = "An answer's cell writes itself to a module, which a later cell imports."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "softmax_naive":
            source = "".join(cell["source"])
            cell["source"] = f"%%writefile answers.py\nimport torch\n\n{source}"
    return {"attention.ipynb": json.dumps(changed).encode()}
