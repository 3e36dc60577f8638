"""
damage = "Strings of the file hold raw line ends, which JSON does not allow."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        cell["source"] = "".join(cell["source"]).replace("\n", "\ue000")
    # The private letter marks where a line ends: json.dumps would write the escape for it.
    text = json.dumps(changed, ensure_ascii=False)
    return {"attention.ipynb": text.replace("\ue000", "\n").encode()}
