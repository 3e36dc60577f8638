"""
damage = "The sources of the cells have the line ends of old Macs."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        cell["source"] = "".join(cell["source"]).replace("\n", "\r")
    return {"attention.ipynb": json.dumps(changed).encode()}
