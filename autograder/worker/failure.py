"""What an exception of the student's code says, and where in the notebook it came from."""

from types import TracebackType

MAX_MESSAGE = 500
CELL_FILE = "<cell {index}>"


def message(error: BaseException) -> str:
    """The exception's text, capped; an exception whose text raises has none."""
    try:
        text = str(error)
    except BaseException:
        return ""
    return text[:MAX_MESSAGE] if type(text) is str else ""


def kind(error: BaseException) -> str:
    """The name of the exception's class."""
    name = type.__getattribute__(type(error), "__name__")
    return name[:80] if type(name) is str else "Exception"


def place(trace: TracebackType | None) -> str:
    """The innermost place in the notebook, as "cell 5, line 3"; empty if there is none."""
    found = ""
    while trace:
        # Not traceback.extract_tb: it looks up the text of a thousand lines of a recursion.
        filename = trace.tb_frame.f_code.co_filename
        if filename.startswith("<cell "):
            found = f"{filename.strip('<>')}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return found


def sentence(error: BaseException) -> str:
    """One line: kind, message, place."""
    where = place(error.__traceback__)
    if isinstance(error, SyntaxError) and (error.filename or "").startswith("<cell "):
        where = f"{str(error.filename).strip('<>')}, line {error.lineno}"
    said = message(error)
    return kind(error) + (f": {said}" if said else "") + (f" ({where})" if where else "")
