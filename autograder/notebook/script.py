"""Cells from what is no notebook but holds one's code: scripts, Markdown, saved web pages."""

import re
from html.parser import HTMLParser
from typing import Any

import jupytext

from autograder.model import Text

DEFINES = re.compile(r"^\s{0,3}(?:async\s+def|def|class)\s+\w+\s*[(:]|^\w+\s*=\s*lambda\b", re.M)
FENCE = re.compile(r"^\s*(?:```|~~~)", re.MULTILINE)
PERCENT = re.compile(r"^#\s*%%", re.MULTILINE)
MAX_TEXT = 1024 * 1024

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
    if not PERCENT.search(text):
        return [{"cell_type": "code", "source": text}]
    try:
        cells = jupytext.reads(text, fmt="py:percent").cells
    except Exception:  # whatever a parser of strangers' headers raises, the code is still there
        return [{"cell_type": "code", "source": text}]
    return [dict(cell) for cell in cells]


def _page_cells(text: str, repairs: list[Text]) -> list[Raw]:
    page = _Page()
    page.feed(text)
    found = ["".join(piece) for piece in page.pieces]
    if not any(DEFINES.search(piece) for piece in found):
        return []
    repairs.append(Text("a web page was read as a notebook", "把网页读作笔记本"))
    return [{"cell_type": "code", "source": piece} for piece in found]


class _Page(HTMLParser):
    """The text of every <pre> of a web page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[list[str]] = []
        self._depth = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:
        """A <pre> begins a piece."""
        if tag == "pre":
            self._depth += 1
            self.pieces.append([])

    def handle_endtag(self, tag: str) -> None:
        """Its end ends it."""
        if tag == "pre":
            self._depth = max(0, self._depth - 1)

    def handle_data(self, data: str) -> None:
        """Text counts inside a <pre> only."""
        if self._depth:
            self.pieces[-1].append(data)
