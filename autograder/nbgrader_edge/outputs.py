"""A report written into the notebook's outputs, as nbgrader and formgrader read them."""

from nbformat.notebooknode import NotebookNode

from autograder.errors import GraderFault
from autograder.model import PartResult, Report
from autograder.nbgrader_edge.restore import MARK
from autograder.notebook.closed import shown
from autograder.report import part_html
from autograder.report.plain import plain


def write_outputs(notebook: NotebookNode, report: Report) -> None:
    """Give every grade cell its score and panel, every other code cell what it printed.

    Raises:
        GraderFault: a part of the report has no grade cell to go to.
    """
    parts = {f"test_{part.id}": part for part in report.parts}
    notes = {note.index: note for note in report.cells}
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        marks = cell.metadata.get("nbgrader", {})
        part = parts.pop(marks.get("grade_id"), None) if marks.get("grade") else None
        index = cell.metadata.pop(MARK, {}).get("index")
        cell.source = shown(cell.source) if part else cell.source
        cell.outputs = _verdict(part, report) if part else _said(notes.get(index))
        cell.execution_count = None
    if parts:
        raise GraderFault(f"no grade cell for {', '.join(parts)}")


def _verdict(part: PartResult, report: Report) -> list[NotebookNode]:
    """One result: readers show its panel, nbgrader takes its text for the score."""
    panel = part_html(part, report.language, report.repairs)
    data = NotebookNode({"text/html": panel, "text/plain": f"{part.points:g}"})
    result = {"data": data, "execution_count": None, "metadata": NotebookNode()}
    return [NotebookNode(output_type="execute_result", **result)]


def _said(note: object) -> list[NotebookNode]:
    lines = [getattr(note, "output", ""), getattr(note, "error", None) or ""]
    text = "\n".join(plain(line) for line in lines if line)
    return [NotebookNode(output_type="stream", name="stdout", text=text)] if text else []
