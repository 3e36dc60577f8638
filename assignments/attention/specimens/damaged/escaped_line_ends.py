"""
damage = "The line ends of an answer are written out as two characters."
lost = []
repaired = true
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "exercise_3_2":
            source = "".join(cell["source"])
            cell["source"] = "\\n".join(source.splitlines())
    return {"attention.ipynb": json.dumps(changed).encode()}
