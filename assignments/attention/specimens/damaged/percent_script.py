"""
damage = "A script with cell marks was handed in, as an editor keeps notebooks."
lost = []
repaired = true
readable = true
"""


def damage(notebook: dict) -> dict[str, bytes]:
    pieces = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "code":
            pieces.append(f"# %%\n{source}\n")
        else:
            prose = "\n".join(f"# {line}" for line in source.splitlines())
            pieces.append(f"# %% [markdown]\n{prose}\n")
    return {"attention.py": "\n".join(pieces).encode()}
