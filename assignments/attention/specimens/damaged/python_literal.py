"""
damage = "The notebook was written as Python prints a dictionary."
lost = []
repaired = true
readable = true
"""


def damage(notebook: dict) -> dict[str, bytes]:
    return {"attention.ipynb": repr(notebook).encode()}
