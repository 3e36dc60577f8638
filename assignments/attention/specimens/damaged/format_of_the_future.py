"""
damage = "The notebook says that it is in a format that does not exist yet."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    changed["nbformat"], changed["nbformat_minor"] = 5, 12
    changed["cells"] = [cell | {"from_the_future": {"yes": True}} for cell in changed["cells"]]
    return {"attention.ipynb": json.dumps(changed).encode()}
