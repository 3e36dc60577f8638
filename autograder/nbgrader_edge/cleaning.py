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

NAMES = ("student", "first_name", "last_name", "notebook_path")

_EXPORTER = HTMLExporter(exclude_anchor_links=True)
"""Anchors need a class to be unseen; without one each heading ends in a pilcrow."""


@pass_context
def clean_markdown(context: Context, source: str) -> str:
    """Take the place of nbconvert's filter `markdown2html`, which lets scripts through.

    nbgrader's own templates pass every markdown cell and every comment through that filter.
    """
    return nh3.clean(_EXPORTER.markdown2html(context, source), allowed_classes=CLASSES)


class EscapeNames(Preprocessor):
    """Escapes the student's name and id, which nbgrader's templates put into the page as HTML."""

    enabled = True

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        """The notebook as it is; in `resources`, names that are no markup."""
        for name in NAMES:
            if isinstance(resources.get(name), str):
                resources[name] = escape(resources[name])
        return nb, resources
