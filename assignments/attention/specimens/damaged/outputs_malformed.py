"""
damage = "The outputs of cells are missing, null, numbers, or objects without a type."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    odd = [None, [1, 2], {"output_type": "stream"}, [{}], [{"output_type": "error"}], "text"]
    changed = copy.deepcopy(notebook)
    code = [cell for cell in changed["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(code):
        cell["outputs"] = odd[number % len(odd)]
        if number % 7 == 0:
            del cell["outputs"]
    return {"attention.ipynb": json.dumps(changed).encode()}
