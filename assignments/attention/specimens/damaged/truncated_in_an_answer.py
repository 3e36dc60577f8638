"""
damage = "The upload broke off in the last answer, below its end."
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
            cell["source"] = ["".join(cell["source"]) + "\n", "# and that is how it is done\n"]
    data = json.dumps(changed)
    return {"attention.ipynb": data[: data.index("how it is done")].encode()}
