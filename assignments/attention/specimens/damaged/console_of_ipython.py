"""
damage = "An answer was pasted from IPython, with its numbers and an output."
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
            source = "".join(cell["source"])
            cell["source"] = f"In [3]: import math\n{source}\nIn [4]: causal_mask(1)\nOut[4]: tensor([[0.]])\n"
    return {"attention.ipynb": json.dumps(changed).encode()}
