"""
damage = "The file and the sources of its cells have the line ends of Windows."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        cell["source"] = "".join(cell["source"]).replace("\n", "\r\n")
    return {"attention.ipynb": json.dumps(changed, indent=1).replace("\n", "\r\n").encode()}
