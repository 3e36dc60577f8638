"""
damage = "The file was saved as Latin-1, with accents in the comments of an answer."
lost = []
repaired = true
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "softmax_naive":
            cell["source"] = "# réponse de Zoë, à vérifier\n" + "".join(cell["source"])
    text = json.dumps(changed, ensure_ascii=False)
    return {"attention.ipynb": text.encode("latin-1", "replace")}
