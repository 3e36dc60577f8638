"""
goal = "Run a script in the page that shows what a cell displayed as HTML."
evidence = "markup"
base = "right"
"""
# %% attack
from IPython.display import HTML, Javascript, display as show

SCRIPT = "document.title='SMUGGLED-displayed_html'"
for thing in (HTML(f"<script>{SCRIPT}</script>"), Javascript(SCRIPT)):
    show(thing)
    get_ipython().run_cell_magic("html", "", f"<script>{SCRIPT}</script>")
    get_ipython().run_cell_magic("javascript", "", SCRIPT)
