"""
damage = "An answer's cell runs for ever below the definition."
lost = []
repaired = true
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "softmax_naive":
            cell["source"] = "".join(cell["source"]) + "\n\nwhile True:\n    pass\n"
    return {"attention.ipynb": json.dumps(changed).encode()}
