"""Notebooks with cells of somebody's own beside the answers."""

from autograder.authoring.make import NotebookBuilder, code_cell


def above(frame: NotebookBuilder, *sources: str) -> NotebookBuilder:
    """The notebook with more cells in front."""
    return _with(frame, 0, sources)


def below(frame: NotebookBuilder, *sources: str) -> NotebookBuilder:
    """The notebook with more cells at its end."""
    return _with(frame, len(frame.notebook["cells"]), sources)


def _with(frame: NotebookBuilder, at: int, sources: tuple[str, ...]) -> NotebookBuilder:
    made = frame.answered({})
    cells = made.notebook["cells"]
    cells[at:at] = [code_cell(f"own-{len(cells) + n}", one) for n, one in enumerate(sources)]
    return made
