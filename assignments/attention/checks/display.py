"""Showing things: in a notebook with pictures, elsewhere as text."""

from __future__ import annotations

import sys
from typing import Any


def _kernel() -> Any:
    """The Jupyter kernel, or None; IPython is looked up, not imported, as it may be absent."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return getattr(shell, "kernel", None)


def _in_notebook() -> bool:
    return _kernel() is not None


def _attended() -> bool:
    """Whether somebody sees the outputs: programs that run a notebook allow no input."""
    return bool(getattr(_kernel(), "_allow_stdin", False))


def _show(thing: object) -> None:
    if _in_notebook():
        from IPython.display import display

        display(thing)
    else:
        _print(str(thing))


PRINTED_LINES = 20


def _print(text: str) -> None:
    try:
        print(text)
    except UnicodeEncodeError:  # a console without the symbols must not turn a pass into an error
        print(text.encode("ascii", "replace").decode())
