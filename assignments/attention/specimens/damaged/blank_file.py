"""
damage = "The file holds nothing but white space."
lost = []
repaired = false
readable = false
"""


def damage(notebook: dict) -> dict[str, bytes]:
    return {"attention.ipynb": b" \r\n\t\n" * 10}
