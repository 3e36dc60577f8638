"""Text from strangers made harmless: no control characters, no endless lines, no formulas."""

import re
import unicodedata

from autograder.core.model import MAX_SHOWN

UNSEEN_SPACES = re.compile(r"^ +|(?<= ) +| $")
FORMULA = frozenset("=+-@")
DIRECTION = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def plain(text: str, limit: int = MAX_SHOWN) -> str:
    """The text without control and direction characters, cut at `limit` characters."""
    kept = text[: limit + 1]
    # Whatever is to be left out cannot be printed, and hardly any text has such letters.
    if not kept.isprintable():
        kept = "".join(filter(_harmless, kept))
    return kept if len(text) <= limit else kept[:limit] + " ..."


def _harmless(letter: str) -> bool:
    if letter in "\n\t":
        return True
    return not (unicodedata.category(letter) in ("Cc", "Cs", "Co", "Cn") or letter in DIRECTION)


def one_line(text: str, limit: int = MAX_SHOWN) -> str:
    """The same on one line: a name with a line break must not write a line of its own."""
    return " ".join(plain(text, limit).split())


def distinct(name: str) -> str:
    """A student's id with what nobody sees in it written out: no two of them look the same."""
    shown = "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in name)
    return UNSEEN_SPACES.sub(lambda match: "\\u0020" * len(match[0]), shown)


def is_formula(value: str) -> bool:
    """Whether a spreadsheet could take the text for a formula."""
    # Excel in East Asian locales also computes what begins with a full-width sign.
    return unicodedata.normalize("NFKC", value.strip()[:1]) in FORMULA


def cell_text(value: str) -> str:
    """Any text in one line of a spreadsheet's cell, with an apostrophe before a formula."""
    line = one_line(value)
    return f"'{line}" if is_formula(line) else line


def identifier(value: str) -> str:
    """An identifier exactly as it is, or nothing if no spreadsheet may see it as it is.

    An apostrophe would make it the identifier of somebody else or of nobody. So would a space left
    out at its end, or one that cannot be seen: an LMS leaves it out as it reads.
    """
    return value if value == cell_text(value) == distinct(value) else ""
