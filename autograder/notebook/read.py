"""Reading a submitted notebook from its bytes, whole or damaged as students' machines damage it.

Of a notebook in the form that Jupyter writes only what is needed is decoded. Outputs, attachments
and whatever else it holds are passed over, so a large file takes no more memory than its bytes.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from autograder.core.errors import SubmissionUnreadable
from autograder.core.model import Text
from autograder.notebook.parse import json_cells
from autograder.notebook.script import script_cells
from autograder.notebook.unpack import MAX_BYTES, decoded, unpacked

MAX_CELL_BYTES = 1024 * 1024
MAX_CELLS = 2000
MAX_TEXT = 4 * 1024 * 1024
"""Letters of all cells together."""

MAX_SOURCE = 4 * 1024 * 1024
"""Bytes of the source of one cell, as JSON writes it."""

MAX_CELLS_FOUND = 20_000

MARKS = ("grade", "solution", "locked", "points")
Plain = bool | int | float | str | None
Maybe = Plain | UnsetType


class _Marks(msgspec.Struct, gc=False):
    """What nbgrader notes about a cell."""

    grade_id: Maybe = UNSET
    grade: Maybe = UNSET
    solution: Maybe = UNSET
    locked: Maybe = UNSET
    points: Maybe = UNSET


class _Metadata(msgspec.Struct, gc=False):
    nbgrader: _Marks | UnsetType = UNSET


class _Cell(msgspec.Struct, gc=False):
    """A cell; one without type or text is none that Jupyter wrote."""

    cell_type: str
    source: msgspec.Raw
    metadata: _Metadata | UnsetType = UNSET


class _Notebook(msgspec.Struct):
    cells: list[_Cell]


@dataclass(frozen=True)
class Cell:
    """One cell: its kind ("code", "markdown", "raw"), text, nbgrader id and marks if it has any."""

    kind: str
    source: str
    grade_id: str | None
    is_test: bool
    marks: str = ""
    is_given: bool = False
    """Whether it is only to be read: no answer, no test, no task."""


@dataclass(frozen=True)
class ParsedNotebook:
    """A notebook as submitted, and what had to be repaired to read it."""

    cells: tuple[Cell, ...]
    digest: str
    repairs: tuple[Text, ...] = ()


def read(data: bytes) -> ParsedNotebook:
    """The notebook in `data`.

    Raises:
        SubmissionUnreadable: no notebook can be found in the bytes; the message says why.
    """
    try:
        return _read(data)
    except (SubmissionUnreadable, MemoryError):
        raise
    except Exception as error:
        # Here alone: whoever reads a notebook is told of a damaged file, never of what it breaks.
        said = f"the file cannot be read ({type(error).__name__})"
        raise SubmissionUnreadable(said) from error


def _read(data: bytes) -> ParsedNotebook:
    repairs: list[Text] = []
    if not data.strip(b"\x00 \t\r\n"):
        raise SubmissionUnreadable("the file is empty")
    if len(data) > MAX_BYTES:
        raise SubmissionUnreadable(f"the file has {len(data)} bytes; the limit is {MAX_BYTES}")
    raws = _raws(data, repairs)
    if not raws:
        raise SubmissionUnreadable("the notebook has no cells")
    cells = tuple(_few(raws, repairs))
    return ParsedNotebook(cells, hashlib.sha256(data).hexdigest(), tuple(dict.fromkeys(repairs)))


def _raws(data: bytes, repairs: list[Text]) -> list[dict[str, Any]]:
    """The cells as they stand: of a notebook as Jupyter writes it, else of whatever else it is."""
    raws = _whole_cells(data, MAX_CELLS + 1)
    if raws is not None:
        return raws
    inner = unpacked(data, repairs)
    raws = _whole_cells(inner, MAX_CELLS + 1) if inner is not data else None
    return _damaged(inner, repairs) if raws is None else raws


def _whole_cells(data: bytes, most: int) -> list[dict[str, Any]] | None:
    """The cells of a notebook, at most so many; None where it is not in that form.

    A text beyond `MAX_SOURCE` is None.
    """
    if data.count(b'"cell_type"') > MAX_CELLS_FOUND:
        return None
    try:
        found = msgspec.json.decode(data, type=_Notebook)
        return [_plain(cell) for cell in found.cells[:most]]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _plain(cell: _Cell) -> dict[str, Any]:
    fits = len(cell.source) <= MAX_SOURCE
    source = msgspec.json.decode(cell.source, type=str | list[str]) if fits else None
    metadata = msgspec.to_builtins(cell.metadata) if cell.metadata else {}
    return {"cell_type": cell.cell_type, "source": source, "metadata": metadata}


def _damaged(data: bytes, repairs: list[Text]) -> list[dict[str, Any]]:
    """The cells of anything else that a notebook, or a script, may have become."""
    text = decoded(data, repairs)
    raws = json_cells(text, repairs)
    if raws is None:
        raws = script_cells(text, repairs)
        if not raws:
            raise SubmissionUnreadable("the file is no JSON, and no script with an answer in it")
    return raws


def _few(raws: list[dict[str, Any]], repairs: list[Text]) -> Iterator[Cell]:
    """As many cells as a person could have written."""
    letters = 0
    for count, raw in enumerate(raws):
        cell = _cell(raw, repairs)
        letters += len(cell.source)
        if count >= MAX_CELLS or letters > MAX_TEXT:
            repairs.append(
                Text(f"only the first {count} cells were read", f"只读取了前 {count} 个单元格")
            )
            return
        yield cell


def _cell(raw: dict[str, Any], repairs: list[Text]) -> Cell:
    metadata = raw.get("metadata")
    nbgrader = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    marks = nbgrader if isinstance(nbgrader, dict) else {}
    grade_id, kind = marks.get("grade_id"), raw.get("cell_type")
    return Cell(
        kind=kind[:32] if isinstance(kind, str) else "raw",
        source=_source(raw.get("source", raw.get("input", "")), repairs),
        grade_id=grade_id[:256] if isinstance(grade_id, str) else None,
        is_test=marks.get("grade") is True and marks.get("solution") is not True,
        marks=_marks(marks),
        is_given=marks.get("locked") is True
        and not any(marks.get(name) is True for name in ("grade", "solution", "task")),
    )


def _marks(marks: dict[str, Any]) -> str:
    """What nbgrader notes about the cell, in a form to compare by."""
    if not marks:
        return ""
    plain = [_number(value) if isinstance(value, Plain) else "?" for value in map(marks.get, MARKS)]
    return json.dumps(plain)[:256]


def _number(value: Any) -> Any:
    """The value; JupyterLab saves 4.0 points as 4, which is no change."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _source(source: Any, repairs: list[Text]) -> str:
    if isinstance(source, list):
        source = _joined(source)
    if source is None:
        repairs.append(Text("a cell that is far too long was left out", "去掉了一个过长的单元格"))
    text = source if isinstance(source, str) else ""
    if "\x00" in text:
        repairs.append(Text("null bytes in a cell were left out", "去掉了单元格里的空字节"))
    # A lone surrogate from a damaged file can be neither compiled nor sent.
    data = text.replace("\x00", "").encode("utf-8", "replace")
    if len(data) > MAX_CELL_BYTES:
        repairs.append(Text("the end of a very long cell was left out", "去掉了超长单元格的末尾"))
    clean = data[:MAX_CELL_BYTES].decode("utf-8", "ignore")
    return clean.replace("\r\n", "\n").replace("\r", "\n")


def _joined(lines: list[Any]) -> str:
    try:
        return "".join(lines)
    except TypeError:
        return "".join(line for line in lines if isinstance(line, str))
