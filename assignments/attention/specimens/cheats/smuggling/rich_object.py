"""
goal = "Run a script through every rich form that an object can be shown in."
evidence = "markup"
base = "right"
"""
# %% attack
SCRIPT = "<script>document.title='SMUGGLED-rich_object'</script>"


class Rich:
    """Offers itself as markup in every form that a notebook knows."""

    def _repr_html_(self):
        return SCRIPT

    _repr_markdown_ = _repr_latex_ = _repr_svg_ = _repr_javascript_ = __repr__ = _repr_html_

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"text/html": SCRIPT, "application/javascript": SCRIPT, "image/svg+xml": SCRIPT}


display(Rich())
print(Rich())
Rich()
