"""
damage = "The file was saved in the Chinese encoding, with Chinese comments in its answers."
lost = []
repaired = true
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        source = "".join(cell["source"])
        cell["source"] = "# 缓存 鏡 填充 掩码 softmax\n" * (cell["cell_type"] == "code") + source
    data = json.dumps(changed, ensure_ascii=False).encode("gb18030")
    return {"attention.ipynb": data}
