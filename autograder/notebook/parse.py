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

EFFORT = 4
"""Looking for whole cells in torn JSON reads no more than this many times the text."""

MIN_STEP, MAX_STEPS = 1024, 512
MAX_COUNTED = 1 << 29
"""Letters that stand before errors, all together: they take a third of a second."""

LEAST_EFFORT = 64
"""Of each try, however short what it reads."""

CELL_KEYS = frozenset({"cell_type", "source", "input"})
STRUCTURE = re.compile(r"[,{\[\n]")
STRING = re.compile(r'"(?:[^"\\]|\\.)*+"', re.DOTALL)
SOURCE = re.compile(r'"(?:source|input)"\s*:\s*')
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


def _is_cell(value: Any) -> bool:
    return isinstance(value, dict) and bool(CELL_KEYS & value.keys())


def _salvaged(text: str, repairs: list[Text]) -> list[Raw] | None:
    """Every whole cell in torn JSON, and what can be read of the sources of torn ones."""
    cells = list(_pieces(text))
    if not any(map(_may_answer, cells)):
        # Torn before its first answer: graded, it would be a zero that nobody decided.
        return None
    repairs.append(
        Text(
            f"the file is torn: {len(cells)} cells could be read from it",
            f"文件已损坏：从中读出了 {len(cells)} 个单元格",
        )
    )
    return cells


def _may_answer(cell: Raw) -> bool:
    return cell.get("cell_type") == "code" or "def " in str(cell.get("source"))


class _Ahead:
    """What is left of a text: an error that json raises counts all the lines that stand before it.

    So it took quadratic time to find that nothing in a torn file is whole.
    """

    def __init__(self, text: str) -> None:
        self._text, self._left, self._begin = text, text, 0
        self._step = max(MIN_STEP, len(text) // MAX_STEPS)
        self._effort = EFFORT * len(text)
        self._counted = MAX_COUNTED

    @property
    def is_worth_it(self) -> bool:
        """Whether to look on."""
        return self._effort > 0 and self._counted > 0

    def value(self, place: int) -> tuple[Any, int] | None:
        """The JSON at a place, and where it ends."""
        if place - self._begin > self._step:
            self._left, self._begin = self._text[place:], place
        try:
            value, end = _decoder.raw_decode(self._left, place - self._begin)
        except json.JSONDecodeError as error:
            self._effort -= max(self._begin + error.pos - place, LEAST_EFFORT)
            self._counted -= error.pos
            return None
        self._effort -= self._begin + end - place
        return value, self._begin + end


def _pieces(text: str) -> Iterator[Raw]:
    place, read, ahead = text.find("{", 1), 0, _Ahead(text)
    while place >= 0 and ahead.is_worth_it:
        try:
            found = ahead.value(place)
        except RecursionError:
            return
        if found is None:
            place = text.find("{", place + 1)
            continue
        value, end = found
        if _is_cell(value):
            yield from _torn(text[read:place])
            yield value
            read = end
        place = text.find("{", end)
    yield from _torn(text[read:])


def _torn(text: str) -> Iterator[Raw]:
    """Code cells from the lines of source in a stretch of text without a whole cell."""
    for key in SOURCE.finditer(text):
        lines, place = [], key.end()
        listed = text[place : place + 1] == "["
        place = BETWEEN.match(text, place + listed).end()  # type: ignore[union-attr]
        while line := STRING.match(text, place):
            lines.append(line[0])
            place = BETWEEN.match(text, line.end()).end()  # type: ignore[union-attr]
            if not listed:
                break
        source = "".join(str(found[0]) for line in lines if (found := _decoded(line)))
        markdown = '"markdown"' in text[max(0, key.start() - 400) : key.start()]
        if source:
            yield {"cell_type": "markdown" if markdown else "code", "source": source}
