"""A report written into the notebook's outputs, as nbgrader and formgrader read them."""

from collections.abc import Mapping
from typing import Any

import msgspec
from nbformat.notebooknode import NotebookNode

from autograder.core.errors import GraderFault
from autograder.core.model import PartResult, Report, Text
from autograder.nbgrader_adapter.autograded.restore import MARK
from autograder.notebook.build import shown
from autograder.report.pages import part_html
from autograder.report.plain_text import plain
from autograder.wire.places import in_chinese

RESULT = "application/vnd.autograder.part+json"
"""The output that holds a part's result: feedback pages are made from it."""


class Verdict(msgspec.Struct, frozen=True):
    """A part's result; with the first one what was repaired in the whole notebook."""

    part: PartResult
    repairs: tuple[Text, ...] = ()


def write_outputs(notebook: NotebookNode, report: Report) -> None:
    """Give every grade cell its score and panel, every other code cell what it printed.

    Raises:
        GraderFault: a part of the report has no grade cell to go to.
    """
    parts = {f"test_{part.id}": part for part in report.parts}
    notes = {note.index: note for note in report.cells}
    repairs = report.repairs
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        marks = cell.metadata.get("nbgrader", {})
        part = parts.pop(marks.get("grade_id"), None) if marks.get("grade") else None
        index = cell.metadata.pop(MARK, {}).get("index")
        cell.source = shown(cell.source) if part else cell.source
        printed = _said(notes.get(index), report.language)
        cell.outputs = _verdict(part, report, repairs) if part else printed
        # Said once, on the first panel: they are of the whole notebook.
        repairs = () if part else repairs
        cell.execution_count = None
    if parts:
        raise GraderFault(f"no grade cell for {', '.join(parts)}")


def verdict_of(cell: Mapping[str, Any]) -> Verdict | None:
    """What `write_outputs` has put into a grade cell; None if there is nothing of it.

    Raises:
        GraderFault: it was changed since.
    """
    for output in cell.get("outputs", ()):
        found = output.get("data", {}).get(RESULT)
        if found is not None:
            try:
                return msgspec.convert(found, type=Verdict)
            except msgspec.ValidationError as error:
                raise GraderFault(f"the autograded notebook was changed: {error}") from None
    return None


def _verdict(part: PartResult, report: Report, repairs: tuple[Text, ...]) -> list[NotebookNode]:
    """One result: readers show its panel, nbgrader takes its text for the score."""
    panel = part_html(part, report.language, repairs)
    kept = msgspec.to_builtins(Verdict(part, repairs))
    data = NotebookNode({"text/html": panel, "text/plain": f"{part.points:g}", RESULT: kept})
    result = {"data": data, "execution_count": None, "metadata": NotebookNode()}
    return [NotebookNode(output_type="execute_result", **result)]


def _said(note: object, language: str) -> list[NotebookNode]:
    error = getattr(note, "error", None) or ""
    lines = [getattr(note, "output", ""), in_chinese(error) if language == "zh" else error]
    text = "\n".join(plain(line) for line in lines if line)
    return [NotebookNode(output_type="stream", name="stdout", text=text)] if text else []
