"""A notebook's text, byte for byte as nbformat writes it, without the wait."""

import json

import msgspec
import nbformat.v4
from nbformat.notebooknode import NotebookNode
from nbformat.v4.rwbase import split_lines, strip_transient


def written(notebook: NotebookNode) -> str:
    """What `nbformat.v4.writes` gives; the notebook itself is changed by it.

    With an indent Python's json writes letter by letter, four times as slowly as without one.
    """
    split = strip_transient(split_lines(notebook))
    try:
        dense = json.dumps(split, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return msgspec.json.format(dense.encode(), indent=1).decode()
    except (TypeError, UnicodeEncodeError, msgspec.DecodeError):
        # What is no JSON in the strict sense (bytes, NaN, half a surrogate) is left to nbformat.
        return str(nbformat.v4.writes(notebook))
