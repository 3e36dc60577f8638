"""An answer's form: what is left of it when comments, layout and chosen names do not count."""

import functools
import re
import zlib

from autograder.notebook.kept import kept

MAX_TOKENS = 2000
"""Compared of one answer: nobody's notebook can make the comparison of a class slow."""

TOKEN = re.compile(r"[^\W\d]\w*|\d[\w.]*|'[^'\n]*'|\"[^\"\n]*\"|\S")
COMMENT = re.compile(r"#[^\n]*")
BOUND = re.compile(r"^\s*([\w, ]+?)\s*=(?!=)|\bfor\s+([\w, ]+?)\s+in\b", re.MULTILINE)
CODES = 0xD7FF
"""Tokens become characters below the surrogates, for rapidfuzz to compare as a string."""


@kept
def form(source: str) -> str:
    """The answer as a string with one character for each token, whatever its names and layout."""
    code = COMMENT.sub("", source)
    bound = {name for match in BOUND.findall(code) for name in re.findall(r"\w+", "".join(match))}
    numbered: dict[str, str] = {}
    tokens = TOKEN.findall(code)[:MAX_TOKENS]
    for name in tokens:
        if name in bound:
            numbered.setdefault(name, f"${len(numbered)}")
    return "".join(_letter(numbered.get(token, token)) for token in tokens)


@functools.lru_cache(maxsize=1 << 14)
def _letter(token: str) -> str:
    # A checksum, not hash(): the same class gives the same figures in every process.
    return chr(1 + zlib.crc32(token.encode()) % CODES)
