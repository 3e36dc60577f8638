"""
damage = "A comment holds half of a character, as a cut emoji leaves it."
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
            cell["source"] = "# done \ud83d\n" + "".join(cell["source"])
    return {"attention.ipynb": json.dumps(changed, ensure_ascii=True).encode()}
