"""
damage = "A mail's header stands before the notebook."
lost = []
repaired = true
readable = true
"""

import json


def damage(notebook: dict) -> dict[str, bytes]:
    header = b"From: a student\r\nSubject: my notebook\r\n\r\n"
    return {"attention.ipynb": header + json.dumps(notebook).encode()}
