"""
damage = "The file was saved in the Western encoding of Windows, with its own dashes and quotes."
lost = []
repaired = true
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        source = "".join(cell["source"]).encode("cp1252", "ignore").decode("cp1252")
        cell["source"] = "# naïve – “softmax”\n" * (cell["cell_type"] == "code") + source
    return {"attention.ipynb": json.dumps(changed, ensure_ascii=False).encode("cp1252")}
