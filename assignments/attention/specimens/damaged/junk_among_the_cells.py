"""
damage = "Null, numbers, text and empty objects stand among the cells."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for place, junk in ((0, None), (4, 17), (9, "cell"), (12, {}), (15, ["cell"])):
        changed["cells"].insert(place, junk)
    return {"attention.ipynb": json.dumps(changed).encode()}
