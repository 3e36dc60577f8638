"""
damage = "The file is UTF-8, but a few bytes of another encoding were pasted into a comment."
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
            cell["source"] = "# 注意 PASTED\n" + "".join(cell["source"])
    data = json.dumps(changed, ensure_ascii=False).encode()
    return {"attention.ipynb": data.replace(b"PASTED", b"\xd7\xa2\xd2\xe2")}
