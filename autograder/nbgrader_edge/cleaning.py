"""What strangers wrote, shown in formgrader and on feedback pages as nothing but text."""

from html import escape
from typing import Any

import nh3
from jinja2 import pass_context
from jinja2.runtime import Context
from nbconvert.exporters import HTMLExporter
from nbconvert.preprocessors import Preprocessor
from nbformat.notebooknode import NotebookNode
from pygments.token import STANDARD_TYPES

CLASSES = {"div": {"highlight"}, "span": {name for name in STANDARD_TYPES.values() if name}}
"""What colours code; any other class could make a cell look or act like a part of the page."""

TABLES = {"table": {"class": "table table-condensed"}}
"""Bootstrap's, which both pages have; without a class the columns touch."""

NAMES = ("student", "first_name", "last_name", "notebook_path")

MAX_RENDERED = 10_000
"""Letters of a markdown cell or comment."""

_EXPORTER = HTMLExporter(exclude_anchor_links=True)
"""Anchors need a class to be unseen; without one each heading ends in a pilcrow."""


@pass_context
def clean_markdown(context: Context, source: str) -> str:
    """Take the place of nbconvert's filter `markdown2html`, which lets scripts through.

    nbgrader's own templates pass every markdown cell and every comment through that filter.
    A longer one than a person writes is shown as it stands: its formulas take quadratic time.
    """
    if len(source) > MAX_RENDERED:
        return f"<pre>{escape(source)}</pre>"
    rendered = _EXPORTER.markdown2html(context, source)
    return nh3.clean(rendered, allowed_classes=CLASSES, set_tag_attribute_values=TABLES)


class EscapeStrangers(Preprocessor):
    """Escapes what nbgrader's templates put into the page as HTML: names, ids and raw cells."""

    enabled = True

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        """The notebook with raw cells as text; in `resources`, names that are no markup."""
        for name in NAMES:
            if isinstance(resources.get(name), str):
                resources[name] = escape(resources[name])
        for cell in nb.cells:
            if cell.cell_type == "raw":
                cell.source = f"<pre>{escape(cell.source)}</pre>"
        return nb, resources
