"""Which of IPython's magics run Python.

The worker runs these, and the trusted side looks into the same ones (`notebook.syntax`): of code
behind any other it would neither judge nor see anything.
"""

LINES = frozenset({"time", "timeit", "prun"})
"""Line magics that run the code behind them."""

WRAPPERS = frozenset({"time", "timeit", "capture", "prun", "python", "python3"})
"""Cell magics whose body runs; the bodies of others do not."""

WRITERS = frozenset({"writefile", "file"})
"""Cell magics whose body runs if it is written to a file of Python."""


def line_magic_runs(name: str) -> bool:
    """Whether the rest of the line is run."""
    return name in LINES


def cell_magic_runs(name: str, line: str) -> bool:
    """Whether the body of a cell that begins with `%%name line` is run."""
    # What is written to a module is there to be imported; a worker has no folder for it.
    return name in WRAPPERS or (name in WRITERS and line.strip().endswith(".py"))
