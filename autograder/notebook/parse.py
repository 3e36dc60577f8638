"""From text to a notebook's cells as they stand, where the JSON is damaged too."""

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from autograder.core.errors import SubmissionUnreadable
from autograder.core.model import Text
from autograder.notebook.unpack import LEFT_OUT

BLANK = "\x00 \t\r\n\ufeff"
MAX_BEFORE = 64 * 1024
MAX_MARKS = 300_000
"""Of `STRUCTURE` in a text that is decoded in full: each may be an object of 200 bytes."""

MAX_ABOVE = 1000
"""Letters between a cell's type and its source, where it has no outputs."""

STRUCTURE = re.compile(r"[,{\[\n]")
STRING = re.compile(r'"(?:[^"\\]|\\.)*+"', re.DOTALL)
SOURCE = re.compile(r'"(?:source|input)"\s*:\s*')
KIND = re.compile(r'"cell_type"\s*:\s*"(\w+)"')
GRADE_ID = re.compile(r'"grade_id"\s*:\s*"([\w.-]+)"')
BEGINS = re.compile(r'\{\s*"(?:cells|worksheets|metadata|nbformat)"\s*:')
SIDES = {"|||||||": 3, "=======": 2, ">>>>>>>": 0}
BETWEEN = re.compile(r"[\s,]*")
# Not as int, which refuses numbers of thousands of digits.
_decoder = json.JSONDecoder(strict=False, parse_int=float)

Raw = dict[str, Any]


def json_cells(text: str, repairs: list[Text]) -> list[Raw] | None:
    """The cells in the text; None if it holds no JSON with cells.

    Raises:
        SubmissionUnreadable: it is a whole notebook, and has no cells.
    """
    start = _begun(_limited(text, repairs).lstrip(BLANK), repairs)
    if start is None:
        return None
    content = _whole(start, repairs)
    if content is not None:
        cells = _cells_of(content, repairs)
        if cells is None:
            raise SubmissionUnreadable("the file is JSON, but no notebook")
        return cells
    return _salvaged(start, repairs)


def _limited(text: str, repairs: list[Text]) -> str:
    """As much of the text as may become objects in memory."""
    beyond = next(islice(STRUCTURE.finditer(text), MAX_MARKS, None), None)
    if beyond is None:
        return text
    repairs.append(LEFT_OUT)
    return text[: beyond.start()]


def _begun(text: str, repairs: list[Text]) -> str | None:
    """The text from where JSON begins in it; None if it nowhere does."""
    if text.startswith(("{", "[", "<<<<<<<")):
        return text
    found = BEGINS.search(text[:MAX_BEFORE])
    if found is None:
        return None
    repairs.append(Text("text before the notebook was ignored", "忽略了笔记本开头之前的文字"))
    return text[found.start() :]


def _whole(text: str, repairs: list[Text]) -> Any:
    """The JSON that the text starts with; None if it is torn."""
    found = _decoded(text)
    if found:
        _note_rest(text[found[1] :], repairs)
        return found[0]
    for side, which, zh in ((1, "first", "前"), (2, "second", "后")):
        found = _decoded(sides(text, side)) if "<<<<<<<" in text else None
        if found:
            said = f"merge conflict marks: the {which} side was read"
            repairs.append(Text(said, f"合并冲突标记：读取了{zh}一方的内容"))
            return found[0]
    return None


def _decoded(text: str) -> tuple[Any, int] | None:
    try:
        return _decoder.raw_decode(text)
    except (ValueError, RecursionError):
        return None


def sides(text: str, side: int) -> str:
    """The text with one side of every merge conflict: 1 is the reader's own, 2 the other's."""
    kept: list[str] = []
    at = 0
    for line in text.split("\n"):
        mark = line[:7]
        if mark == "<<<<<<<":
            at = 1
        elif at and mark in SIDES:
            at = SIDES[mark]
        elif at in (0, side):
            kept.append(line)
    return "\n".join(kept)


def _note_rest(rest: str, repairs: list[Text]) -> None:
    if rest.strip(BLANK):
        repairs.append(
            Text("text after the notebook's end was ignored", "忽略了笔记本末尾之后的文字")
        )
    elif "\x00" in rest:
        repairs.append(Text("null bytes after the end were ignored", "忽略了末尾之后的空字节"))


def _cells_of(content: Any, repairs: list[Text]) -> list[Raw] | None:
    """The cells of format 4 (`cells`) or 3 (`worksheets`)."""
    if not isinstance(content, dict):
        return None
    if "worksheets" not in content:
        return _listed(content["cells"]) if "cells" in content else None
    repairs.append(Text("an old notebook format was read", "读取了旧的笔记本格式"))
    return [
        cell for sheet in _listed(content["worksheets"]) for cell in _listed(sheet.get("cells"))
    ]


def _listed(value: Any) -> list[Raw]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _salvaged(text: str, repairs: list[Text]) -> list[Raw] | None:
    """What can be read of the sources of cells in torn JSON."""
    cells = list(_torn(text))
    if not any(cell["cell_type"] == "code" or "def " in cell["source"] for cell in cells):
        # Torn before its first answer: graded, it would be a zero that nobody decided.
        return None
    said = Text(
        f"the file is torn: {len(cells)} cells could be read from it",
        f"文件已损坏：从中读出了 {len(cells)} 个单元格",
    )
    repairs.append(said)
    return cells


def _torn(text: str) -> Iterator[Raw]:
    """A cell for every source, with what Jupyter writes above it: its type and nbgrader's id."""
    read = 0
    for key in SOURCE.finditer(text):
        if key.start() < read:
            continue
        above, lines, place = text[max(read, key.start() - MAX_ABOVE) : key.start()], [], key.end()
        listed = text[place : place + 1] == "["
        place = BETWEEN.match(text, place + listed).end()  # type: ignore[union-attr]
        while line := STRING.match(text, place):
            lines.append(line[0])
            read = line.end()
            place = BETWEEN.match(text, read).end()  # type: ignore[union-attr]
            if not listed:
                break
        source = "".join(str(found[0]) for line in lines if (found := _decoded(line)))
        kinds, ids = KIND.findall(above), GRADE_ID.findall(above)
        marks = {"nbgrader": {"grade_id": ids[-1]}} if ids else {}
        if source:
            kind = kinds[-1] if kinds else "code"
            yield {"cell_type": kind, "source": source, "metadata": marks}
