"""
damage = "A word processor replaced the minus, the times sign and the hyphens of an answer."
lost = []
repaired = true
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "renormalized_causal_weights":
            source = "".join(cell["source"])
            cell["source"] = source.replace("-1", "−1") + "\nwidth = 2 × 3 – 1\n"
    return {"attention.ipynb": json.dumps(changed).encode()}
