"""
damage = "A Python script that was exported from the notebook was handed in, and no notebook."
lost = []
repaired = true
readable = true
"""


def damage(notebook: dict) -> dict[str, bytes]:
    sources = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    return {"attention.py": "\n\n# In[ ]:\n\n".join(sources).encode()}
