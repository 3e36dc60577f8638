"""One character more or less with which a cell is Python; Python itself says where."""

import ast
import re
from collections.abc import Iterator

from autograder.grading.written_answer import Edit
from autograder.notebook.syntax import parsed, without_magics

CLOSES = {"'('": ")", "'['": "]", "'{'": "}"}
ENDS = re.compile(r"(?<=[\w\])}])(?![\w(.\[])")
"""Where in a line something ends that a bracket may have been around."""
MOST_LINES = 5
"""Of a call: further down its bracket is not looked for."""


def one_character(source: str) -> Iterator[tuple[tuple[str, str], Edit]]:
    """A bracket or colon that is missing or one too many: its line without it and with it."""
    lines = source.split("\n")
    for number, place, length, new in _wanted(source, lines):
        before = lines[number]
        after = before[:place] + new + before[place + length :]
        if parsed("\n".join((*lines[:number], after, *lines[number + 1 :]))):
            begin = len("\n".join((*lines[:number], before[:place])).encode())
            yield (before.strip(), after.strip()), (begin, begin + length, new)


def _wanted(source: str, lines: list[str]) -> Iterator[tuple[int, int, int, str]]:
    """The line, the column, how many characters to take out there, and what to put in."""
    try:
        ast.parse(without_magics(source))
    except SyntaxError as error:
        said, row, column = error.msg, (error.lineno or 1) - 1, (error.offset or 1) - 1
    else:
        return
    if "was never closed" in said:
        for number, line in [*enumerate(lines)][row : row + MOST_LINES]:
            ends = [found.start() for found in ENDS.finditer(line.partition("#")[0])]
            later = (end for end in reversed(ends) if number > row or end > column)
            yield from ((number, end, 0, CLOSES[said[:3]]) for end in later)
    elif said.startswith("unmatched"):
        yield row, column, 1, ""
    elif said == "expected ':'":
        yield row, column, 0, ":"
    elif lines[row][column : column + 1] == ":":
        yield row, column, 0, ")"
