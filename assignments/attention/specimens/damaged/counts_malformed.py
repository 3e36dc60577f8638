"""
damage = "The execution counts are text, negative, fractions, or missing."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    odd = ["*", "12", -1, 1.5, [], None]
    changed = copy.deepcopy(notebook)
    code = [cell for cell in changed["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(code):
        cell["execution_count"] = odd[number % len(odd)]
        if number % 7 == 0:
            del cell["execution_count"]
    return {"attention.ipynb": json.dumps(changed).encode()}
