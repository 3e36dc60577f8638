"""
damage = "An answer's cell first imports a package that is not there and that it does not use."
lost = []
repaired = true
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "SelfAttention_v1":
            cell["source"] = "import einops\n\n" + "".join(cell["source"])
    return {"attention.ipynb": json.dumps(changed).encode()}
