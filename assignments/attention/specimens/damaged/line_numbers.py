"""
damage = "An answer was pasted with the line numbers of an editor."
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
            source = "".join(cell["source"])
            cell["source"] = "\n".join(f"{n:3} {line}" for n, line in enumerate(source.splitlines(), start=1))
    return {"attention.ipynb": json.dumps(changed).encode()}
