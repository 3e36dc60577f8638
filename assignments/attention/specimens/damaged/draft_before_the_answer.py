"""
damage = "A wrong draft of an answer stands in an added cell before the right one."
lost = []
repaired = false
readable = true
"""

import copy
import json


DRAFT = """def causal_mask(num_tokens):
    return torch.ones(num_tokens, num_tokens)
"""


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for place, cell in enumerate(notebook["cells"]):
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "causal_mask":
            added = {"cell_type": "code", "id": "draft", "metadata": {}, "source": DRAFT}
            changed["cells"].insert(place, added | {"outputs": [], "execution_count": 3})
    return {"attention.ipynb": json.dumps(changed).encode()}
