"""
damage = "An answer's cell ends politely above the definition."
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
            cell["source"] = "import sys\n\nsys.exit()\n\n\n" + source
    return {"attention.ipynb": json.dumps(changed).encode()}
