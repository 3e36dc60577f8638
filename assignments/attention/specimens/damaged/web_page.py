"""
damage = "The file is the web page that shows the notebook, saved under its name."
lost = []
repaired = true
readable = true
"""


PAGE = "<!DOCTYPE html>\n<html><head><title>attention</title></head><body><pre>{}</pre></body>\n"


def damage(notebook: dict) -> dict[str, bytes]:
    text = "\n\n".join("".join(cell["source"]) for cell in notebook["cells"])
    shown = text.replace("&", "&amp;").replace("<", "&lt;")
    return {"attention.ipynb": PAGE.format(shown).encode()}
