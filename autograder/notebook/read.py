"""Reading a submitted notebook from its bytes: every damage that a person could see past."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from autograder.errors import SubmissionUnreadable
from autograder.model import Text

MAX_BYTES = 64 * 1024 * 1024
MAX_CELL_TEXT = 256 * 1024
ENCODINGS = ("utf-8-sig", "utf-16", "latin-1")


@dataclass(frozen=True)
class Cell:
    """One cell: its kind ("code", "markdown", "raw"), text, and nbgrader id if it has one."""

    kind: str
    source: str
    grade_id: str | None
    is_test: bool


@dataclass(frozen=True)
class Submission:
    """A notebook as submitted, and what had to be repaired to read it."""

    cells: tuple[Cell, ...]
    digest: str
    repairs: tuple[Text, ...] = ()


def read(data: bytes) -> Submission:
    """The notebook in `data`.

    Raises:
        SubmissionUnreadable: no notebook can be found in the bytes; the message says why.
    """
    repairs: list[Text] = []
    if not data.strip():
        raise SubmissionUnreadable("the file is empty")
    if len(data) > MAX_BYTES:
        raise SubmissionUnreadable(f"the file has {len(data)} bytes; the limit is {MAX_BYTES}")
    content = _json(_text(data, repairs), repairs)
    cells = tuple(_cell(raw) for raw in _raw_cells(content, repairs))
    if not cells:
        raise SubmissionUnreadable("the notebook has no cells")
    return Submission(cells, hashlib.sha256(data).hexdigest(), tuple(repairs))


def _text(data: bytes, repairs: list[Text]) -> str:
    if data[:2] == b"PK":
        raise SubmissionUnreadable("the file is a zip archive, not a notebook")
    utf16 = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    for encoding in ENCODINGS[1:] if utf16 else (ENCODINGS[0], ENCODINGS[2]):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if encoding != "utf-8-sig":
            repairs.append(Text(f"read as {encoding}", f"按 {encoding} 编码读取"))
        elif data[:3] == b"\xef\xbb\xbf":
            repairs.append(Text("a byte order mark was skipped", "跳过了字节顺序标记"))
        return text
    raise SubmissionUnreadable("the file is in no encoding that a notebook uses")


def _json(text: str, repairs: list[Text]) -> dict[str, Any]:
    start = text.lstrip("\x00 \t\r\n")
    try:
        content, end = json.JSONDecoder(strict=False).raw_decode(start)
    except (ValueError, RecursionError) as error:
        raise SubmissionUnreadable(f"the file is no JSON: {error}") from None
    if start[end:].strip("\x00 \t\r\n"):
        repairs.append(
            Text("text after the notebook's end was ignored", "忽略了笔记本末尾之后的文字")
        )
    if not isinstance(content, dict):
        raise SubmissionUnreadable("the file is JSON, but no notebook")
    return content


def _raw_cells(content: dict[str, Any], repairs: list[Text]) -> Iterator[dict[str, Any]]:
    """The cells as they stand, from format 4 (`cells`) or 3 (`worksheets`)."""
    cells = content.get("cells")
    if not isinstance(cells, list):
        sheets = content.get("worksheets")
        rows = sheets if isinstance(sheets, list) else []
        cells = [cell for sheet in rows if isinstance(sheet, dict) for cell in _list(sheet)]
        if cells:
            repairs.append(Text("an old notebook format was read", "读取了旧的笔记本格式"))
    return (cell for cell in cells if isinstance(cell, dict))


def _list(sheet: dict[str, Any]) -> list[Any]:
    cells = sheet.get("cells")
    return cells if isinstance(cells, list) else []


def _cell(raw: dict[str, Any]) -> Cell:
    metadata = raw.get("metadata")
    nbgrader = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    marks = nbgrader if isinstance(nbgrader, dict) else {}
    grade_id = marks.get("grade_id")
    return Cell(
        kind=str(raw.get("cell_type", "raw")),
        source=_source(raw.get("source", raw.get("input", ""))),
        grade_id=grade_id if isinstance(grade_id, str) else None,
        is_test=marks.get("grade") is True and marks.get("solution") is not True,
    )


def _source(source: Any) -> str:
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    text = source if isinstance(source, str) else ""
    # A lone surrogate from a damaged file can be neither compiled nor sent.
    clean = text.encode("utf-8", "replace").decode("utf-8").replace("\x00", "")
    return clean.replace("\r\n", "\n").replace("\r", "\n")[:MAX_CELL_TEXT]
