"""
damage = "The folder holds no notebook, only a text file."
lost = []
repaired = false
readable = false
"""


def damage(notebook: dict) -> dict[str, bytes]:
    return {"notes.txt": b"Sorry, I forgot to save.\n"}
