"""The released set-up cells, put back where a submission lost the names that they give."""

import ast
import re
from collections.abc import Iterator

from autograder.model import Text
from autograder.notebook.python import parsed
from autograder.notebook.read import Cell, Submission

IMPORTS = re.compile(r"^(?:import|from)\s", re.MULTILINE)


def lost_setup(released: Submission, sources: list[str], repairs: list[Text]) -> list[str]:
    """The released cells of imports and examples whose names no cell in `sources` gives."""
    given = "\n".join(sources)
    lost = [cell.source for cell in _setup(released) if any(_lacks(given, n) for n in _names(cell))]
    if lost and sources:
        repairs.append(
            Text("the released set-up cell was put back", "恢复了发布版本里的准备单元格")
        )
    return lost if sources else []


def _setup(released: Submission) -> Iterator[Cell]:
    """Released cells that import and belong to no part."""
    for cell in released.cells:
        if cell.kind == "code" and cell.grade_id is None and IMPORTS.search(cell.source):
            yield cell


def _names(cell: Cell) -> Iterator[str]:
    tree = parsed(cell.source)
    for node in tree.body if tree else []:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from (alias.asname or alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def _lacks(given: str, name: str) -> bool:
    """Whether no line imports or assigns `name`."""
    word = re.escape(name)
    bound = rf"^[ \t]*(?:import|from)\b[^\n#]*\b{word}\b|^[ \t]*[^=\n#]*\b{word}\b[^=\n#]*=(?!=)"
    return re.search(bound, given, re.MULTILINE) is None
