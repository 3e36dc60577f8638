"""
damage = "The sources of cells are single strings in one place and lists of lines in the next."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for number, cell in enumerate(changed["cells"]):
        text = "".join(cell["source"])
        cell["source"] = text if number % 2 else text.splitlines(keepends=True)
    return {"attention.ipynb": json.dumps(changed).encode()}
