"""
damage = "A picture of the answers was handed in under the notebook's name."
lost = []
repaired = false
readable = false
"""


def damage(notebook: dict) -> dict[str, bytes]:
    return {"attention.ipynb": b"\x89PNG\r\n\x1a\n" + bytes(200)}
