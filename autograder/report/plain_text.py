"""Text from strangers made harmless: no markup, no control characters, no endless lines."""

import html
import re
import unicodedata

MAX_SHOWN = 2000
UNSEEN_SPACES = re.compile(r"^ +|(?<= ) +| $")
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
    seen = "".join(one if one.isprintable() else f"\\u{ord(one):04x}" for one in name)
    return UNSEEN_SPACES.sub(lambda found: "\\u0020" * len(found[0]), seen)


def escaped(text: str, limit: int = MAX_SHOWN) -> str:
    """The same, ready to stand in HTML as text or in an attribute."""
    return html.escape(plain(text, limit), quote=True)
