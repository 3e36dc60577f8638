"""
damage = "An answer's cell appends to a list for ever, above the definition."
lost = []
repaired = true
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "causal_mask":
            endless = "rows = []\nwhile True:\n    rows.append([0.0] * 1000)\n\n\n"
            cell["source"] = endless + "".join(cell["source"])
    return {"attention.ipynb": json.dumps(changed).encode()}
