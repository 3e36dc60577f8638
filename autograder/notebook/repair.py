"""Code that is no Python for a reason that a person sees past, put right.

A mend is kept only where the text is Python afterwards; where none helps, those of its top-level
statements that are Python.
"""

import re
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from html import unescape

from autograder.core.model import Text
from autograder.notebook.damaged import ANSWERED, FENCE, ONE_SIDE, sides
from autograder.notebook.read import in_cell
from autograder.notebook.syntax import fresh_tree, parsed, without_magics

LITERAL = re.compile(
    r"""(\"{3}|'{3})(?:\\.|(?!\1)[^\\])*(?:\1|\Z)
      | "(?:\\.|[^"\\\n])*(?:"|(?=\n)|\Z)
      | '(?:\\.|[^'\\\n])*(?:'|(?=\n)|\Z)
      | \#[^\n]*""",
    re.DOTALL | re.VERBOSE,
)
"""A string or a comment. One that does not end matches too, or many would take for ever."""
INVISIBLE = "".join(
    map(
        chr,
        (*range(1, 9), *range(14, 32), 127, 0xAD, 0x61C, 0x180E, *range(0x200B, 0x2010),
         *range(0x202A, 0x202F), *range(0x2060, 0x2070), *range(0xFE00, 0xFE10), 0xFEFF,
         0xFFFC, 0xFFFD),
    )
)  # fmt: skip
"""Marks of control, of direction, and of which picture a character has."""
ALIKE = {
    "(": "（﹙", ")": "）﹚", "[": "［【", "]": "］】", "{": "｛", "}": "｝",
    ",": "，、﹐", ":": "：﹕", ";": "；", ".": "．。", "!": "！", "%": "％", "&": "＆",
    "|": "｜", "~": "～", "^": "＾", "@": "＠", "#": "＃", "=": "＝", "<": "＜", ">": "＞",
    "+": "＋", "*": "＊×∗", "/": "／÷∕⁄", "->": "→⟶", "_": "＿", "-": "－−–—‐‑", "...": "…",
    "<=": "≤", ">=": "≥", "!=": "≠", '"': "“”„‟″＂", "'": "‘’‚‛′＇",
    " ": "\u00a0\u3000\u202f\u205f\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a",
    "": INVISIBLE, "\n": "\u2028\u2029\x85\x0b",
}  # fmt: skip
"""What input methods, word processors and web pages put in the place of Python's characters."""
LOOK_ALIKES = {ord(letter): plain for plain, letters in ALIKE.items() for letter in letters}
LOOK_ALIKES |= {0xFF10 + digit: str(digit) for digit in range(10)}
PROMPT = re.compile(r"^[ \t]*(?:>>>|\.\.\.|In ?\[[ \d*]*\]:|\.{3,}:)[ \t]?", re.MULTILINE)
OUTPUT = re.compile(r"^[ \t]*Out ?\[[ \d*]*\]:.*$", re.MULTILINE)
DEFINITION = re.compile(r"^(?:async\s+def|def|class)\s|^\w+\s*=", re.MULTILINE)
INSIDE = " \t\u00a0\u3000)]}）］｝"
GOES_ON = re.compile(r"(?:else|elif|except|finally)\b")
MAX_CHUNKS = 1000
MAX_JOINED = 6


@dataclass(frozen=True)
class Mended:
    source: str
    repairs: tuple[Text, ...] = ()


def mended(source: str, where: int) -> Mended:
    """The code of cell `where`; as it is, if it is Python or nothing helps."""
    if parsed(source):
        return Mended(source)
    mend = _whole(source) or _in_pieces(source) or Mended(source)
    repairs = tuple(in_cell(where, text) for text in dict.fromkeys(mend.repairs))
    return Mended(mend.source, repairs)


def _whole(source: str) -> Mended | None:
    # Most mends change nothing, or the same as another one: no text is read twice.
    tried = {source}
    for mends in (*((pair,) for pair in MENDS), MENDS):
        changed, done = source, list[Text]()
        for mend, text in mends:
            before, changed = changed, mend(changed)
            done += [text] if changed != before else []
            if changed not in tried and parsed(changed, fresh_tree):
                return Mended(changed, tuple(done))
            tried.add(changed)
    return None


def _in_pieces(source: str) -> Mended | None:
    """The top-level statements that are Python, each mended by itself if need be."""
    chunks, place = _chunks(source), 0
    pieces: list[Mended] = []
    while place < len(chunks):
        piece, width = _piece(chunks, place)
        # Empty lines in its place, or errors further down would be told by a wrong line.
        lines = sum(chunk.count("\n") + 1 for chunk in chunks[place : place + width])
        pieces.append(piece or Mended("\n" * (lines - 1), (LEFT_OUT,)))
        place += width
    if not any(DEFINITION.search(piece.source) for piece in pieces):
        return None
    repairs = tuple(text for piece in pieces for text in piece.repairs)
    return Mended("\n".join(piece.source for piece in pieces), repairs)


def _piece(chunks: list[str], place: int) -> tuple[Mended | None, int]:
    """The statement that begins with a chunk, and how many chunks it takes."""
    # All of them together are the whole cell, which is no Python.
    for width in range(1, min(MAX_JOINED, len(chunks) - max(place, 1)) + 1):
        text = "\n".join(chunks[place : place + width])
        if text.strip() and not without_magics(text).strip():
            # Amid what is no Python: a picture of Markdown, `![]()`, or a question of the prose.
            return None, width
        if parsed(text, fresh_tree):
            return Mended(text), width
    return _whole(chunks[place]), 1


def _chunks(source: str) -> list[str]:
    """The lines that are not indented, each with those below it that are."""
    chunks: list[str] = []
    for line in source.split("\n"):
        inside = not line.strip() or line[0] in INSIDE or GOES_ON.match(line)
        decorated = chunks and chunks[-1].rpartition("\n")[2].startswith("@")
        if chunks and (inside or decorated or len(chunks) >= MAX_CHUNKS):
            chunks[-1] += "\n" + line
        else:
            chunks.append(line)
    return chunks


def _plain_characters(source: str) -> str:
    """Outside of strings and comments, characters that only look like Python's."""
    pieces, place = [], 0
    for literal in LITERAL.finditer(source):
        pieces += [source[place : literal.start()].translate(LOOK_ALIKES), literal[0]]
        place = literal.end()
    return "".join([*pieces, source[place:].translate(LOOK_ALIKES)])


LEFT_OUT = Text("lines that are no Python were left out", "去掉了不是 Python 的行")
INDENTED = Text("the indentation was evened out", "统一了缩进")
PROMPTS = Text("the prompts of a console were left out", "去掉了控制台的提示符")
FENCES = Text("the marks of a code block were left out", "去掉了代码块的标记")
ENTITIES = Text("entities of a web page were read as characters", "网页的字符实体已还原为字符")
LOOKED = Text(
    "characters that only look like Python's were replaced; in Jupyter the cell does not run",
    "全角符号已按半角处理；这样的单元格在 Jupyter 里不能运行",
)
MENDS: tuple[tuple[Callable[[str], str], Text], ...] = (
    (textwrap.dedent, INDENTED),
    (lambda s: s.expandtabs(4), INDENTED),
    (str.expandtabs, INDENTED),
    (lambda s: OUTPUT.sub("", PROMPT.sub("", s)), PROMPTS),
    (lambda s: FENCE.sub("", s), FENCES),
    (lambda s: sides(s, ANSWERED), ONE_SIDE),
    (unescape, ENTITIES),
    (_plain_characters, LOOKED),
    (lambda s: s.translate(LOOK_ALIKES), LOOKED),
)
