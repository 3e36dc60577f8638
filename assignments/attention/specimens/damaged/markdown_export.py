"""
damage = "The notebook was exported to Markdown."
lost = []
repaired = true
readable = true
"""


def damage(notebook: dict) -> dict[str, bytes]:
    pieces = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        pieces.append(f"```python\n{source}\n```" if cell["cell_type"] == "code" else source)
    return {"attention.md": "\n\n".join(pieces).encode()}
