"""
damage = "A Python script was renamed to the notebook's name."
lost = []
repaired = true
readable = true
"""


def damage(notebook: dict) -> dict[str, bytes]:
    sources = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    return {"attention.ipynb": "\n\n\n".join(sources).encode()}
