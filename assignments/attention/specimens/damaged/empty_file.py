"""
damage = "The file is empty."
lost = []
repaired = false
readable = false
"""


def damage(notebook: dict) -> dict[str, bytes]:
    return {"attention.ipynb": b""}
