"""Notebooks of one's own, and with cells of somebody's own beside the answers."""

import io
import json
import zipfile

from autograder.authoring.make import NotebookBuilder, code_cell


def above(frame: NotebookBuilder, *sources: str) -> NotebookBuilder:
    """The notebook with more cells in front."""
    return _with(frame, 0, sources)


def below(frame: NotebookBuilder, *sources: str) -> NotebookBuilder:
    """The notebook with more cells at its end."""
    return _with(frame, len(frame.notebook["cells"]), sources)


def _with(frame: NotebookBuilder, at: int, sources: tuple[str, ...]) -> NotebookBuilder:
    builder = frame.answered({})
    cells = builder.notebook["cells"]
    cells[at:at] = [code_cell(f"own-{len(cells) + n}", source) for n, source in enumerate(sources)]
    return builder


def notebook(*cells: tuple[str, object]) -> bytes:
    """A file with these cells, each a kind and a source."""
    nodes = [{"cell_type": kind, "metadata": {}, "source": source} for kind, source in cells]
    return json.dumps({"cells": nodes, "nbformat": 4}).encode()


def zipped(data: bytes, *names: str) -> bytes:
    """A zip archive that holds the data under each name."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name in names:
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return packed.getvalue()
