"""What an exception of the student's code says, and where in the notebook it came from."""

import re
from types import TracebackType

from autograder.wire.places import place as place_in

MAX_MESSAGE = 500
CELL_FILE = "<cell {index}>"
"""The name of a cell's file: its number in JupyterLab, or below 1 for a cell of ours."""
NAMED = re.compile(r"<cell (-?\d{1,9})>")


def message(error: BaseException) -> str:
    """The exception's text, capped; empty if that raises."""
    try:
        text = str(error)
    except BaseException:
        return ""
    return text[:MAX_MESSAGE] if type(text) is str else ""


def kind(error: BaseException) -> str:
    name = type.__getattribute__(type(error), "__name__")
    return name[:80] if type(name) is str else "Exception"


def place(trace: TracebackType | None) -> str:
    """The innermost place in the notebook; empty if there is none."""
    where = ""
    while trace:
        # Not traceback.extract_tb: it looks up the text of a thousand lines of a recursion.
        where = _in_cell(trace.tb_frame.f_code.co_filename, trace.tb_lineno) or where
        trace = trace.tb_next
    return where


def sentence(error: BaseException) -> str:
    """One line: kind, message, place."""
    where, text = place(error.__traceback__), message(error)
    if isinstance(error, SyntaxError) and (line := _in_cell(error.filename, error.lineno)):
        # Its text has the file's name.
        where, text = line, str(error.msg)[:MAX_MESSAGE]
    return kind(error) + (f": {text}" if text else "") + (f" ({where})" if where else "")


def _in_cell(filename: object, line: object) -> str:
    match = NAMED.fullmatch(filename) if type(filename) is str else None
    return place_in(int(match[1]), line) if match and type(line) is int else ""
