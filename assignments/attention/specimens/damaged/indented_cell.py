"""
damage = "A whole answer is indented, as it was pasted from within a block."
lost = []
repaired = true
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "exercise_3_3":
            source = "".join(cell["source"])
            cell["source"] = "\n".join("        " + line for line in source.splitlines())
    return {"attention.ipynb": json.dumps(changed).encode()}
