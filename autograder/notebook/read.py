"""Reading a submitted notebook from its bytes, whole or damaged as students' machines damage it.

In the form that Jupyter writes only what is needed is decoded, so a large file takes no more memory
than its bytes. With one cell in another form it is read as a damaged file, of which the first 5 MiB
are searched.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from autograder.core.errors import SubmissionUnreadable
from autograder.core.model import Text
from autograder.notebook.damaged import damaged_cells
from autograder.notebook.unpack import MAX_BYTES, decoded, unpacked
from autograder.wire.places import cell as cell_named

MAX_SOURCE = 1024 * 1024
"""Bytes of the source of one cell."""
MAX_CELLS = 2000
MAX_TEXT = 4 * 1024 * 1024
"""Characters of all cells together."""
MAX_CELLS_FOUND = 20_000

PICTURE = re.compile(r"data:image/[\w.+-]++;base64,[\w+/=]++")
TOO_LONG = object()
"""In the place of a source that is not decoded."""

Single = bool | int | float | str | None
Lines = str | list[str | None] | None


class _NbgraderMetadata(msgspec.Struct, frozen=True, gc=False):
    grade_id: Single = None
    grade: Single = None
    solution: Single = None
    locked: Single = None


class _Metadata(msgspec.Struct, frozen=True, gc=False):
    nbgrader: _NbgraderMetadata = _NbgraderMetadata()


class _Cell(msgspec.Struct, gc=False):
    """A cell; one without type or text is none that Jupyter wrote."""

    cell_type: str
    source: msgspec.Raw
    metadata: _Metadata = _Metadata()


class _Notebook(msgspec.Struct):
    cells: list[_Cell]


@dataclass(frozen=True)
class Cell:
    """One cell: its kind ("code", "markdown", "raw"), text, and nbgrader id if it has one."""

    kind: str
    source: str
    grade_id: str | None
    is_test: bool
    is_read_only: bool = False
    """Whether this is nbgrader's read-only cell: locked, and no answer, test or task."""


@dataclass(frozen=True)
class ParsedNotebook:
    cells: tuple[Cell, ...]
    repairs: tuple[Text, ...] = ()


@dataclass(frozen=True)
class Code:
    """Code to run: the index of its cell in the submission, its text, and its number for readers; a
    cell that is none of the submission's has a negative index and no number. `answers` is the name
    that the part of its nbgrader id asks for, or "", and `checked` the index of its check's cell.
    """

    index: int
    source: str
    number: int = 0
    answers: str = ""
    checked: int = -1


def in_cell(number: int, text: Text) -> Text:
    return Text(f"{cell_named(number)}: {text.en}", f"{cell_named(number, 'zh')}：{text.zh}")


def read(data: bytes) -> ParsedNotebook:
    """The notebook in `data`; SubmissionUnreadable says why there is none."""
    try:
        return _read(data)
    except (SubmissionUnreadable, MemoryError):
        raise
    except Exception as error:
        # Here alone: whoever reads a notebook is told of a damaged file, never of what it breaks.
        raise SubmissionUnreadable(f"the file cannot be read ({type(error).__name__})") from error


def _read(data: bytes) -> ParsedNotebook:
    repairs: list[Text] = []
    if not data.strip(b"\x00 \t\r\n"):
        raise SubmissionUnreadable("the file is empty")
    if len(data) > MAX_BYTES:
        raise SubmissionUnreadable(f"the file has {len(data)} bytes; the limit is {MAX_BYTES}")
    raws = _whole_cells(data)
    if raws is None:
        inner = unpacked(data, repairs)
        raws = _whole_cells(inner) if inner is not data else None
        raws = damaged_cells(decoded(inner, repairs), repairs) if raws is None else raws
    if not raws:
        raise SubmissionUnreadable("the notebook has no cells")
    cells = tuple(_first_cells(raws, repairs))
    return ParsedNotebook(cells, tuple(dict.fromkeys(repairs)))


def _whole_cells(data: bytes) -> list[dict[str, Any]] | None:
    """The cells of a notebook in the form that Jupyter writes; None of one in another form."""
    if data.count(b'"cell_type"') > MAX_CELLS_FOUND:
        return None
    try:
        notebook = msgspec.json.decode(data, type=_Notebook)
        return [_plain(cell) for cell in notebook.cells[: MAX_CELLS + 1]]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _plain(cell: _Cell) -> dict[str, Any]:
    is_short = len(cell.source) <= MAX_SOURCE
    source = msgspec.json.decode(cell.source, type=Lines) if is_short else TOO_LONG
    metadata = msgspec.to_builtins(cell.metadata)
    return {"cell_type": cell.cell_type, "source": source, "metadata": metadata}


def _first_cells(raws: list[dict[str, Any]], repairs: list[Text]) -> Iterator[Cell]:
    characters = 0
    for count, raw in enumerate(raws):
        cell = _cell(raw, repairs)
        characters += len(cell.source)
        if count >= MAX_CELLS or characters > MAX_TEXT:
            texts = f"only the first {count} cells were read", f"只读取了前 {count} 个单元格"
            repairs.append(Text(*texts))
            return
        yield cell


def _cell(raw: dict[str, Any], repairs: list[Text]) -> Cell:
    metadata = raw.get("metadata")
    nbgrader = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    marks = nbgrader if isinstance(nbgrader, dict) else {}
    grade_id, kind = marks.get("grade_id"), raw.get("cell_type")
    source = _source(raw.get("source", ""), repairs)
    return Cell(
        kind=kind[:32] if isinstance(kind, str) else "raw",
        # A picture pasted into prose may be as long as a class of answers.
        source=source if kind == "code" else PICTURE.sub("", source),
        grade_id=grade_id[:256] if isinstance(grade_id, str) else None,
        is_test=marks.get("grade") is True and marks.get("solution") is not True,
        is_read_only=marks.get("locked") is True
        and not any(marks.get(name) is True for name in ("grade", "solution")),
    )


def _source(source: Any, repairs: list[Text]) -> str:
    nested = source if isinstance(source, list) else [source]
    lines = (line for item in nested for line in (item if isinstance(item, list) else [item]))
    strings = [line for line in lines if isinstance(line, str)]
    # Jupyter's lines have their ends; without any, somebody's tool has cut them off.
    text = ("" if any(line.endswith("\n") for line in strings) else "\n").join(strings)
    if source is TOO_LONG or len(text) > MAX_SOURCE:
        repairs.append(Text("a cell that is far too long was left out", "去掉了一个过长的单元格"))
        text = ""
    if "\x00" in text:
        repairs.append(Text("null bytes in a cell were left out", "去掉了单元格里的空字节"))
    # A lone surrogate from a damaged file can be neither compiled nor sent.
    clean = text.replace("\x00", "").encode("utf-8", "replace").decode("utf-8")
    return clean.replace("\r\n", "\n").replace("\r", "\n")
