"""
damage = "The notebook was exported to a web page, with its code in coloured pieces."
lost = []
repaired = true
readable = true
"""

import re


def damage(notebook: dict) -> dict[str, bytes]:
    body = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"]).replace("&", "&amp;").replace("<", "&lt;")
        if cell["cell_type"] == "code":
            spans = re.sub(r"(def|class|return)", r'<span class="k">\1</span>', source)
            body.append(f'<div class="highlight"><pre><span></span>{spans}\n</pre></div>')
        else:
            body.append(f"<p>{source}</p>")
    page = f"<!DOCTYPE html><html><body>{''.join(body)}</body></html>"
    return {"attention.html": page.encode()}
