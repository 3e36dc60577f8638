"""
damage = "The student put a name of their own on the file."
lost = []
repaired = true
readable = true
"""

import json


def damage(notebook: dict) -> dict[str, bytes]:
    return {"Übung 3 - final FINAL (Müller).ipynb": json.dumps(notebook).encode()}
