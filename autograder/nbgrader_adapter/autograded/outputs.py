"""A report in the notebook's outputs, as nbgrader and formgrader read them; and how it is read."""

import msgspec
from nbformat.notebooknode import NotebookNode

from autograder.core.errors import DAMAGED, GraderFault
from autograder.core.model import PartResult, Report, Text
from autograder.notebook.build import shown
from autograder.report.pages import part_html
from autograder.report.plain_text import plain
from autograder.wire.places import in_chinese

MARK = "autograder"
"""Where a cell has its index in the submission until its outputs are written."""
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
        cell.execution_count = None
        marks = cell.metadata.get("nbgrader", {})
        part = parts.pop(marks.get("grade_id"), None) if marks.get("grade") else None
        note = notes.get(cell.metadata.pop(MARK, {}).get("index"))
        if part:
            cell.source = shown(cell.source)
            data = {
                # Readers show its panel, nbgrader takes its text for the score.
                "text/html": part_html(part, report.language, repairs),
                "text/plain": f"{part.points:g}",
                RESULT: msgspec.to_builtins(Verdict(part, repairs)),
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
    if parts:
        raise GraderFault(f"no grade cell for {', '.join(parts)}")


def _printed(output: str, error: str | None, language: str) -> list[NotebookNode]:
    lines = (output, in_chinese(error) if error and language == "zh" else error)
    text = "\n".join(plain(line) for line in lines if line)
    return [NotebookNode(output_type="stream", name="stdout", text=text)] if text else []


class Marks(msgspec.Struct, frozen=True):
    """What nbgrader notes of a cell."""

    grade_id: str = ""
    grade: bool = False
    task: bool = False


class _Metadata(msgspec.Struct, frozen=True):
    nbgrader: Marks = Marks()


class _Data(msgspec.Struct, frozen=True):
    verdict: Verdict | None = msgspec.field(default=None, name=RESULT)


class _Output(msgspec.Struct, frozen=True):
    data: _Data = _Data()


class GradedCell(msgspec.Struct, frozen=True):
    """A cell of an autograded notebook."""

    cell_type: str
    source: str | list[str]
    metadata: _Metadata
    outputs: list[_Output] = []

    @property
    def marks(self) -> Marks:
        """What nbgrader notes of it."""
        return self.metadata.nbgrader

    @property
    def text(self) -> str:
        """Its source."""
        return "".join(self.source)

    @property
    def verdict(self) -> Verdict | None:
        """What `write_outputs` has put into a grade cell; None if there is nothing of it."""
        return next((one.data.verdict for one in self.outputs if one.data.verdict), None)


class _Notebook(msgspec.Struct, frozen=True):
    cells: list[GradedCell]


def read_cells(data: bytes) -> list[GradedCell]:
    """The cells of an autograded notebook.

    Raises:
        GraderFault: it is damaged, or was changed since.
    """
    try:
        return msgspec.json.decode(data, type=_Notebook).cells
    except DAMAGED as error:
        raise GraderFault(f"the autograded notebook is damaged ({error}); grade it again") from None
