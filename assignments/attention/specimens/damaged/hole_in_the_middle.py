"""
damage = "A bad sector: sixty bytes in the middle of the file are zero."
lost = []
repaired = true
readable = true
"""

import json


def damage(notebook: dict) -> dict[str, bytes]:
    prose = next(c for c in notebook["cells"][30:] if c["cell_type"] == "markdown")
    data = json.dumps(notebook, ensure_ascii=False).encode()
    place = data.index(json.dumps(prose["source"][0], ensure_ascii=False).encode()) - 20
    return {"attention.ipynb": data[:place] + bytes(60) + data[place + 60 :]}
