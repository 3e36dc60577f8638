"""What strangers wrote, shown in formgrader and on feedback pages as nothing but text."""

from html import escape
from typing import Any

import nh3
from jinja2 import pass_context
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbconvert.preprocessors import Preprocessor
from nbformat.notebooknode import NotebookNode
from pygments.token import STANDARD_TYPES

from autograder.nbgrader_adapter.autograded.outputs import RESULT

CLASSES = {"div": {"highlight"}, "span": {name for name in STANDARD_TYPES.values() if name}}
"""What colours code; any other class could make a cell look or act like a part of the page."""

TABLES = {"table": {"class": "table table-condensed"}}
"""Bootstrap's, which both pages have; without a class the columns touch."""

FILTER = "markdown2html"

NAMES = ("student", "first_name", "last_name", "notebook_path")

MAX_RENDERED = 10_000
"""Letters of a markdown cell or comment."""


class _WithoutAttachments(IPythonRenderer):
    """Names a picture that lies in the notebook, for a graded notebook keeps no attachments.

    nbconvert raises at a missing one, and formgrader answers with an error instead of the page.
    """

    def image(self, text: str, url: str, title: str | None = None) -> str:
        """The picture, or its text in the place of an attachment."""
        if url.startswith("attachment:"):
            return f"<em>{text}</em>"
        return str(super().image(text, url, title))


def clean_markdown(source: str) -> str:
    """Take the place of nbconvert's filter `markdown2html`, which lets scripts through.

    nbgrader's own templates pass every markdown cell and every comment through that filter.
    A longer one than a person writes is shown as it stands: its formulas take quadratic time.
    """
    if len(source) > MAX_RENDERED:
        return f"<pre>{escape(source)}</pre>"
    # Anchors need a class to be unseen; without one each heading ends in a pilcrow.
    renderer = _WithoutAttachments(escape=False, exclude_anchor_links=True)
    rendered = MarkdownWithMath(renderer=renderer).render(source)
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


class CleanOurs(EscapeStrangers):
    """The same in notebooks that we graded; all others are shown as nbgrader shows them."""

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        """The notebook, and in the exporter the filter that fits it."""
        filters = self.parent.environment.filters
        self._others = getattr(self, "_others", filters[FILTER])
        filters[FILTER] = self._cleaner() if _is_ours(nb) else self._others
        return super().preprocess(nb, resources) if _is_ours(nb) else (nb, resources)

    def _cleaner(self) -> Any:
        """Jinja compiles into a template whether a filter takes the context: as the other does."""

        def cleaned(*arguments: Any) -> str:
            return clean_markdown(arguments[-1])

        return pass_context(cleaned) if hasattr(self._others, "jinja_pass_arg") else cleaned


def _is_ours(notebook: NotebookNode) -> bool:
    outputs = (output for cell in notebook.cells for output in cell.get("outputs", ()))
    return any(RESULT in output.get("data", {}) for output in outputs)
