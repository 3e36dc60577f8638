"""A report in a notebook's outputs, and read back from there; strangers' text shown as text."""

from html import escape
from typing import Any, NamedTuple

import msgspec
import nh3
from jinja2 import pass_context
from jinja2.runtime import Context
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbconvert.preprocessors import Preprocessor
from nbformat.notebooknode import NotebookNode
from pygments.token import STANDARD_TYPES

from autograder.core.assignment.plan import Part
from autograder.core.errors import DAMAGED, GraderFault
from autograder.core.model import PartResult, Report, Text
from autograder.notebook.build import CLOSED
from autograder.notebook.syntax import Lines, definition
from autograder.report.pages import part_html
from autograder.report.plain_text import plain
from autograder.wire.places import in_chinese

MARK = "autograder"
"""Where a cell has its index and number in the submission until its outputs are written."""
RESULT = "application/vnd.autograder.part+json"
"""The output that holds a part's result: feedback pages are made from it."""


class Verdict(msgspec.Struct, frozen=True):
    """A part's result; the notebook's first one has the `repairs`, which are of the whole notebook.

    `number` is that of the cell with the answer, as messages name it (0: it has none). `lines` are
    the answer's own where the cell holds another answer too, as that of a script does.
    """

    part: PartResult
    repairs: tuple[Text, ...] = ()
    number: int = 0
    lines: Lines | None = None


def write_outputs(notebook: NotebookNode, report: Report, parts: tuple[Part, ...] = ()) -> None:
    """Give every grade cell its score and panel, every other code cell what it printed.

    `parts` are those of the assignment: by their names answers are found in cells of others.
    A GraderFault where a part of the report has no grade cell to go to.
    """
    results = {f"test_{result.id}": result for result in report.parts}
    notes = {note.index: note for note in report.cells}
    repairs = report.repairs
    marked = [cell.metadata for cell in notebook.cells if MARK in cell.metadata]
    numbers = {m.get("nbgrader", {}).get("grade_id"): m[MARK]["number"] for m in marked}
    elsewhere = {part.id: _found(notebook, part.name) for part in parts if part.id not in numbers}
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        cell.execution_count = None
        marks = cell.metadata.get("nbgrader", {})
        result = results.pop(marks.get("grade_id"), None) if marks.get("grade") else None
        note = notes.get(cell.metadata.pop(MARK, {}).get("index"))
        if result:
            # As students know it.
            cell.source = cell.source.replace(CLOSED, "")
            number, lines = elsewhere.get(result.id, (numbers.get(result.id, 0), None))
            data = {
                # Readers show its panel, nbgrader takes its text for the score.
                "text/html": part_html(result, report.language, repairs),
                "text/plain": f"{result.points:g}",
                RESULT: msgspec.to_builtins(Verdict(result, repairs, number, lines)),
            }
            # nbformat's own makers validate, which takes half the time of a record.
            output = {"output_type": "execute_result", "data": NotebookNode(data)}
            cell.outputs = [NotebookNode(output, execution_count=None, metadata=NotebookNode())]
            # Once, on the first panel: they are of the whole notebook.
            repairs = ()
        elif note:
            cell.outputs = _printed(note.output, note.error, report.language)
        else:
            cell.outputs = []
    if results:
        raise GraderFault(f"no grade cell for {', '.join(results)}")


def _found(notebook: NotebookNode, name: str) -> tuple[int, Lines | None]:
    """The number of the student's last cell that defines a name, and the lines that do."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code" and MARK in cell.metadata]
    pairs = (
        (cell.metadata[MARK]["number"], definition(cell.source, name)) for cell in reversed(cells)
    )
    return next((pair for pair in pairs if pair[1]), (0, None))


def _printed(output: str, error: str | None, language: str) -> list[NotebookNode]:
    lines = (output, in_chinese(error) if error and language == "zh" else error)
    text = "\n".join(plain(line) for line in lines if line)
    return [NotebookNode(output_type="stream", name="stdout", text=text)] if text else []


class GradedCell(NamedTuple):
    """A cell of an autograded notebook; the verdict is what `write_outputs` has put into it."""

    grade_id: str
    graded: bool
    text: str
    verdict: Verdict | None


def read_cells(data: bytes) -> list[GradedCell]:
    """The cells of an autograded notebook; a GraderFault if it is damaged, or was changed since."""
    try:
        return [_graded(cell) for cell in msgspec.json.decode(data)["cells"]]
    except (*DAMAGED, LookupError, TypeError, AttributeError) as error:
        raise GraderFault(f"the autograded notebook is damaged ({error}); grade it again") from None


def _graded(cell: dict[str, Any]) -> GradedCell:
    marks = cell["metadata"].get("nbgrader", {})
    outputs = (output.get("data", {}).get(RESULT) for output in cell.get("outputs", ()))
    result = next(filter(None, outputs), None)
    verdict = msgspec.convert(result, Verdict) if result else None
    is_graded = bool(marks.get("grade") or marks.get("task"))
    return GradedCell(marks.get("grade_id", ""), is_graded, "".join(cell["source"]), verdict)


CLASSES = {"div": {"highlight"}, "span": {name for name in STANDARD_TYPES.values() if name}}
"""What colours code; any other class could make a cell look or act like a part of the page."""
TABLES = {"table": {"class": "table table-condensed"}}
"""Bootstrap's, which both pages have; without a class the columns touch."""
FILTER = "markdown2html"
NAMES = ("student", "first_name", "last_name", "notebook_path")
MAX_RENDERED = 10_000
"""Characters of a markdown cell or comment."""


class _WithoutAttachments(IPythonRenderer):
    """Names a picture that lies in the notebook, for a graded notebook keeps no attachments.

    nbconvert raises at a missing one, and formgrader answers with an error instead of the page.
    """

    def image(self, text: str, url: str, title: str | None = None) -> str:
        if url.startswith("attachment:"):
            return f"<em>{text}</em>"
        return str(super().image(text, url, title))


def clean_markdown(source: str) -> str:
    """In the place of nbconvert's filter `markdown2html`, which lets scripts through.

    nbgrader's own templates pass every markdown cell and comment through that filter. What is
    longer than a person writes is shown as it stands: its formulas take quadratic time.
    """
    if len(source) > MAX_RENDERED:
        return f"<pre>{escape(source)}</pre>"
    # Anchors need a class to be unseen; without one each heading ends in a pilcrow.
    renderer = _WithoutAttachments(escape=False, exclude_anchor_links=True)
    rendered = MarkdownWithMath(renderer=renderer).render(source)
    return nh3.clean(rendered, allowed_classes=CLASSES, set_tag_attribute_values=TABLES)


class EscapeOutputs(Preprocessor):
    """Escapes what nbgrader's templates show as HTML, in notebooks that we graded and no others."""

    enabled = True

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        filters = self.parent.environment.filters
        self._others = getattr(self, "_others", filters[FILTER])
        filters[FILTER] = _cleaned if _is_graded(nb) else self._others
        if _is_graded(nb):
            names = (name for name in NAMES if isinstance(resources.get(name), str))
            resources.update({name: escape(resources[name]) for name in names})
            for cell in (cell for cell in nb.cells if cell.cell_type == "raw"):
                cell.source = f"<pre>{escape(cell.source)}</pre>"
        return nb, resources


# As nbconvert's own: Jinja compiles into a template whether a filter takes the context.
@pass_context
def _cleaned(_: Context, source: str) -> str:
    return clean_markdown(source)


def _is_graded(notebook: NotebookNode) -> bool:
    outputs = (output for cell in notebook.cells for output in cell.get("outputs", ()))
    return any(RESULT in output.get("data", {}) for output in outputs)
