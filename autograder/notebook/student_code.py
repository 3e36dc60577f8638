"""What a student wrote, by part: the answers without the lines of the released stub.

An answer's form is what is left of it when comments, layout and chosen names do not count.
"""

import re
import zlib
from collections.abc import Iterator
from itertools import islice

from autograder.core.assignment.plan import Assignment, Part
from autograder.notebook.read import ParsedNotebook
from autograder.notebook.syntax import defined, definition

MAX_TOKENS = 2000
"""Compared of one answer: nobody's notebook can make the comparison of a class slow."""
MAX_CHARACTERS = 64 * 1024
"""Read of one answer, which has so few tokens only if it is no answer."""
TOKEN = re.compile(r"[^\W\d]\w*+|\d[\w.]*+|'[^'\n]*+'|\"[^\"\n]*+\"|\S")
COMMENT = re.compile(r"#[^\n]*+")
NAMES = re.compile(r"[\w, ]++")
"""What may stand before an `=`, or between `for` and `in`, where names are bound."""
WORD = re.compile(r"\w++")
FOR, IN = re.compile(r"\bfor\b"), re.compile(r"\bin\b")
CODES = 0xD7FF
"""Tokens become characters below the surrogates, for rapidfuzz to compare as a string."""


class OwnLines:
    """Tells a student's own lines from those of the released stub; made once for a class."""

    def __init__(self, assignment: Assignment, released: ParsedNotebook) -> None:
        self._given = {
            part: {line.strip() for stub in _defining(part, released) for line in stub.splitlines()}
            for part in assignment.parts
        }

    def forms(self, submission: ParsedNotebook) -> dict[str, str]:
        """The `form` of the student's own lines by part id, where there are any."""
        sources = {part.id: self._own(part, submission) for part in self._given}
        return {part: form(source) for part, source in sources.items() if source}

    def _own(self, part: Part, submission: ParsedNotebook) -> str:
        """The last cell that defines the part's name and holds lines of the student's own; of one
        that answers other parts too, as a script does, the definition alone.
        """
        for source in reversed(_defining(part, submission)):
            several = sum(other.name in defined(source) for other in self._given) > 1
            alone = definition(source, part.name) if several else None
            lines = (alone.source if alone else source).splitlines()
            own_lines = [line for line in lines if line.strip() not in self._given[part]]
            if own_lines:
                return "\n".join(own_lines)
        return ""


def _defining(part: Part, submission: ParsedNotebook) -> list[str]:
    return [cell.source for cell in submission.cells if part.name in defined(cell.source)]


def form(source: str) -> str:
    """The answer as a string with one character for each token, whatever its names and layout."""
    code = COMMENT.sub("", source[:MAX_CHARACTERS])
    bound = frozenset(_bound(code))
    numbered: dict[str, str] = {}
    tokens = [match[0] for match in islice(TOKEN.finditer(code), MAX_TOKENS)]
    for name in tokens:
        if name in bound:
            numbered.setdefault(name, f"${len(numbered)}")
    # Checksums, not hash(): the same class gives the same figures in every process.
    numbers = (zlib.crc32(numbered.get(token, token).encode()) for token in tokens)
    return "".join(chr(1 + number % CODES) for number in numbers)


def _bound(code: str) -> Iterator[str]:
    """The names that are assigned or looped over; each line is read a fixed number of times."""
    for line in code.split("\n"):
        left, assigned, right = line.partition("=")
        heads = [left.strip()] if assigned and not right.startswith("=") else []
        for clause in FOR.split(line)[1:]:
            target, *rest = IN.split(clause, maxsplit=1)
            heads += [target] if rest else []
        for head in heads:
            if NAMES.fullmatch(head):
                yield from WORD.findall(head)
