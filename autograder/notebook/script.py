"""Cells from what is no notebook but holds one's code: scripts, Markdown, saved web pages."""

import contextlib
import re
from collections.abc import Iterator
from html import unescape
from itertools import islice
from typing import Any

from autograder.core.model import Text

DEFINES = re.compile(
    r"^ {0,3}(?:async\s++def|def|class)\s++\w++\s*+[(:]|^\w++\s*+=\s*+lambda\b", re.M
)
FENCE = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)
PERCENT = re.compile(r"^#[ \t]*%%(.*)$", re.MULTILINE)
TAG = re.compile(r"<[^<>]*>")
MAX_TEXT = 1024 * 1024
MAX_PIECES = 5000

Raw = dict[str, Any]


def script_cells(text: str, repairs: list[Text]) -> list[Raw]:
    """The cells of a text that is no JSON; none if nothing is defined in it."""
    text = text.replace("\x00", "")[:MAX_TEXT].replace("\r\n", "\n").replace("\r", "\n")
    if text.lstrip("\ufeff \n\t").startswith("<"):
        return _page_cells(text, repairs)
    if not DEFINES.search(text):
        return []
    if FENCE.search(text):
        repairs.append(Text("a Markdown file was read as a notebook", "把 Markdown 文件读作笔记本"))
        return [{"cell_type": "markdown", "source": text}]
    repairs.append(Text("a Python script was read as a notebook", "把 Python 脚本读作笔记本"))
    return _script(text)


def _script(text: str) -> list[Raw]:
    """The cells of a script; jupytext would take its time over a hostile one."""
    first, *rest = PERCENT.split(text, MAX_PIECES)
    cells = [{"cell_type": "code", "source": first}]
    for header, source in zip(rest[::2], rest[1::2], strict=True):
        prose = "[markdown]" in header or "[md]" in header
        cells.append({"cell_type": "markdown" if prose else "code", "source": source})
    return [cell for cell in cells if cell["source"].strip()]


def _page_cells(text: str, repairs: list[Text]) -> list[Raw]:
    found = list(islice(_preformatted(text), MAX_PIECES))
    if not any(DEFINES.search(piece) for piece in found):
        return []
    repairs.append(Text("a web page was read as a notebook", "把网页读作笔记本"))
    return [{"cell_type": "code", "source": piece} for piece in found]


def _preformatted(text: str) -> Iterator[str]:
    """The text of every <pre> of a web page; html.parser takes quadratic time over hostile ones."""
    lower = text.lower()
    begin = lower.find("<pre")
    while begin >= 0:
        inside = lower.find(">", begin) + 1
        end = lower.find("</pre", inside)
        end = len(text) if end < 0 else end
        if not inside:
            return
        # A character's number may have thousands of digits.
        with contextlib.suppress(ValueError):
            yield unescape(TAG.sub("", text[inside:end]))
        begin = lower.find("<pre", end)
