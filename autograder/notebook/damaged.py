"""The cells in a text that is no whole notebook: torn JSON, a script, Markdown, a saved page."""

import contextlib
import json
import re
from collections.abc import Iterator, Mapping
from html import unescape
from itertools import islice
from typing import Any

from autograder.core.errors import SubmissionUnreadable
from autograder.core.model import Text

TORN = "the file is torn"
ANOTHERS = Text(
    "this looks like the notebook of another assignment (hand in this one's); its graded cells are",
    "这像是另一份作业的笔记本（请提交本作业的笔记本）；它的评分单元格是",
)
BESIDE = "beside it is another notebook"
"""How it is told that the file itself may not be the one that is meant, before any answer in it."""
AMID = "below other text of a markdown cell"
"""How an answer is told that may be quoted there."""
BLANK = "\x00 \t\r\n\ufeff"
MAX_BEFORE = 64 * 1024
MAX_ABOVE = 1000
"""Characters between a cell's type and its source, where it has no outputs."""
STRING = re.compile(r'"(?:[^"\\]|\\.)*+"', re.DOTALL)
SOURCE = re.compile(
    rf'"source"\s*:\s*({STRING.pattern}|\[(?:[\s,]*+{STRING.pattern})*+)', re.DOTALL
)
"""A cell's source: a string, or of a list those strings that are whole."""
KIND = re.compile(r'"cell_type"\s*:\s*"(\w+)"')
GRADE_ID = re.compile(r'"grade_id"\s*:\s*"([\w.-]+)"')
BEGINS = re.compile(r'\{\s*"(?:cells|metadata|nbformat)"\s*:')
ANSWERED = 0
REFUSES = "NotImplementedError"
ONE_SIDE = Text(
    "of a merge conflict one side was read, the first or the only one with an answer: see whether "
    "it is the right one",
    "合并冲突只读取了一方（前一方，或唯一有答案的一方）：请检查是否正确",
)
SIDES = {"<<<<<<<": 1, "|||||||": 3, "=======": 2, ">>>>>>>": 0}
# Not as int, which refuses numbers of thousands of digits.
_decoder = json.JSONDecoder(strict=False, parse_int=float)

MAX_SCRIPT = 1024 * 1024
MAX_PIECES = 5000
DEFINES = re.compile(
    r"^ {0,3}(?:async\s++def|def|class)\s++\w++\s*+[(:]|^\w++\s*+=\s*+lambda\b", re.M
)
FENCE = re.compile(r"^[ \t]*(?:```|~~~)[^\n]*$", re.MULTILINE)
MARK = re.compile(r"^#[ \t]*(?:%%(.*)|In\[[ \d]*\]:[ \t]*)$", re.MULTILINE)
PRE, END, TAG = re.compile("<pre", re.I), re.compile("</pre", re.I), re.compile(r"<[^<>]*>")

Raw = dict[str, Any]


def damaged_cells(text: str, repairs: list[Text]) -> list[Raw]:
    """The cells found in the text; SubmissionUnreadable if it has none and defines nothing."""
    json_cells = _json_cells(text, repairs)
    if json_cells is not None:
        return json_cells
    if cells := _script_cells(text, repairs):
        return cells
    raise SubmissionUnreadable(
        "the file is damaged or no notebook: no cell and no answer was found in it"
    )


def _json_cells(text: str, repairs: list[Text]) -> list[Raw] | None:
    """The cells in the text; None if it holds no JSON with cells."""
    text = text.lstrip(BLANK)
    if not text.startswith(("{", "[", "<<<<<<<")):
        if not (begins := BEGINS.search(text[:MAX_BEFORE])):
            return None
        repairs.append(Text("text before the notebook was ignored", "忽略了笔记本开头之前的文字"))
        text = text[begins.start() :]
    content = _whole(text, repairs)
    if content is None:
        return _torn(text, repairs)
    cells = content.get("cells") if isinstance(content, dict) else None
    if cells is None:
        raise SubmissionUnreadable("the file is JSON, but no notebook")
    return [cell for cell in cells if isinstance(cell, dict)] if isinstance(cells, list) else []


def _whole(text: str, repairs: list[Text]) -> Any:
    """The JSON that the text starts with; None if it is torn."""
    if decoded := _decoded(text):
        if text[decoded[1] :].strip():
            ignored = "text after the notebook's end was ignored", "忽略了笔记本末尾之后的文字"
            repairs.append(Text(*ignored))
        return decoded[0]
    for side in ANSWERED, 1, 2:
        if "<<<<<<<" in text and (decoded := _decoded(sides(text, side))):
            repairs.append(ONE_SIDE)
            return decoded[0]
    return None


def _decoded(text: str) -> tuple[Any, int] | None:
    try:
        return _decoder.raw_decode(text)
    except (ValueError, RecursionError):
        return None


def sides(text: str, side: int) -> str:
    """The text with one side of every merge conflict: 1 is the reader's own, 2 the other's, and
    ANSWERED the other's where that alone has an answer, else the reader's own.
    """
    kept, current = list[str](), 0
    conflict: dict[int, list[str]] = {}
    for line in text.split("\n"):
        mark = line[:7]
        if mark == "<<<<<<<" or (current and mark in SIDES):
            current = SIDES[mark]
        elif current:
            conflict.setdefault(current, []).append(line)
        else:
            kept.append(line)
        if not current and conflict:
            kept += _chosen(conflict, side)
            conflict.clear()
    return "\n".join([*kept, *_chosen(conflict, side)])


def _chosen(conflict: Mapping[int, list[str]], side: int) -> list[str]:
    own, other = (conflict.get(number, []) for number in (1, 2))
    lacking = [not "".join(one).strip() or REFUSES in "".join(one) for one in (own, other)]
    return other if side == 2 or (side == ANSWERED and lacking == [True, False]) else own


def _torn(text: str, repairs: list[Text]) -> list[Raw] | None:
    cells = list(_sources(text))
    if not any(cell["cell_type"] == "code" or "def " in cell["source"] for cell in cells):
        # Torn before its first answer: graded, it would be a zero that nobody decided.
        return None
    en = f"{TORN}: {len(cells)} cells could be read, the last perhaps in part; hand in all of it"
    zh = f"文件不完整：读出 {len(cells)} 个单元格，最后一个可能不全；请提交完整的文件"
    repairs.append(Text(en, zh))
    return cells


def _sources(text: str) -> Iterator[Raw]:
    """A cell for every source, with what Jupyter writes above it: its type and nbgrader's id."""
    read = 0
    for match in SOURCE.finditer(text):
        above = text[max(read, match.start() - MAX_ABOVE) : match.start()]
        read = match.end()
        kind, id_ = ([None, *mark.findall(above)][-1] for mark in (KIND, GRADE_ID))
        lines = map(_decoded, STRING.findall(match[1]))
        if source := "".join(str(line[0]) for line in lines if line):
            marks = {"nbgrader": {"grade_id": id_}}
            yield {"cell_type": kind or "code", "source": source, "metadata": marks}


def _script_cells(text: str, repairs: list[Text]) -> list[Raw]:
    """The cells of a text that is no JSON; none if nothing is defined in it."""
    text = text.replace("\x00", "")[:MAX_SCRIPT].replace("\r\n", "\n").replace("\r", "\n")
    if text.lstrip(BLANK).startswith("<"):
        pieces = list(islice(_preformatted(text), MAX_PIECES))
        if not any(DEFINES.search(piece) for piece in pieces):
            return []
        repairs.append(Text("a web page was read as a notebook", "把网页读作笔记本"))
        return [{"cell_type": "code", "source": piece} for piece in pieces]
    if not DEFINES.search(text):
        return []
    if FENCE.search(text):
        repairs.append(Text("a Markdown file was read as a notebook", "把 Markdown 文件读作笔记本"))
        return [{"cell_type": "markdown", "source": text}]
    repairs.append(Text("a Python script was read as a notebook", "把 Python 脚本读作笔记本"))
    return list(_script(text))


def _script(text: str) -> Iterator[Raw]:
    """The cells of a script; jupytext would take its time over a hostile one."""
    first, *rest = MARK.split(text, MAX_PIECES)
    for header, source in zip(["", *rest[::2]], [first, *rest[1::2]], strict=True):
        if header is None:
            yield from _exported(source)
        elif source.strip():
            prose = "[markdown]" in header or "[md]" in header
            yield {"cell_type": "markdown" if prose else "code", "source": source}


def _exported(source: str) -> Iterator[Raw]:
    """A code cell as nbconvert writes it, and the prose below, which has no mark of its own."""
    lines = source.strip().split("\n")
    end = max((n for n, row in enumerate(lines, 1) if row and not row.startswith("#")), default=0)
    if end:
        yield {"cell_type": "code", "source": "\n".join(lines[:end])}
    if prose := "\n".join(line[2:] for line in lines[end:]).strip():
        yield {"cell_type": "markdown", "source": prose}


def _preformatted(text: str) -> Iterator[str]:
    """The text of every <pre> of a web page; html.parser takes quadratic time over hostile ones."""
    for piece in PRE.split(text)[1:]:
        inside = END.split(piece.partition(">")[2], 1)[0]
        # A character's number may have thousands of digits.
        with contextlib.suppress(ValueError):
            yield unescape(TAG.sub("", inside))
