"""A notebook in the form that Jupyter writes: only what is needed of it is decoded.

Outputs, attachments and whatever else it holds are passed over; nothing is made of them, so a large
file takes no more memory than its bytes.
"""

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

MAX_SOURCE = 4 * 1024 * 1024
"""Bytes of the source of one cell, as JSON writes it."""

MAX_CELLS_FOUND = 20_000

Plain = bool | int | float | str | None
Maybe = Plain | UnsetType


class _Marks(msgspec.Struct, gc=False):
    """What nbgrader notes about a cell."""

    grade_id: Maybe = UNSET
    grade: Maybe = UNSET
    solution: Maybe = UNSET
    locked: Maybe = UNSET
    points: Maybe = UNSET


class _Metadata(msgspec.Struct, gc=False):
    nbgrader: _Marks | UnsetType = UNSET


class _Cell(msgspec.Struct, gc=False):
    """A cell; one without type or text is none that Jupyter wrote."""

    cell_type: str
    source: msgspec.Raw
    metadata: _Metadata | UnsetType = UNSET


class _Notebook(msgspec.Struct):
    cells: list[_Cell]


def whole_cells(data: bytes, most: int) -> list[dict[str, Any]] | None:
    """The cells of a notebook, at most so many; None where it is not in that form.

    A text beyond `MAX_SOURCE` is None.
    """
    if data.count(b'"cell_type"') > MAX_CELLS_FOUND:
        return None
    try:
        found = msgspec.json.decode(data, type=_Notebook)
        return [_plain(cell) for cell in found.cells[:most]]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _plain(cell: _Cell) -> dict[str, Any]:
    fits = len(cell.source) <= MAX_SOURCE
    source = msgspec.json.decode(cell.source, type=str | list[str]) if fits else None
    metadata = msgspec.to_builtins(cell.metadata) if cell.metadata else {}
    return {"cell_type": cell.cell_type, "source": source, "metadata": metadata}
