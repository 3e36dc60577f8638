"""The released set-up cells, restored where a submission lost the names that they give."""

import re
from collections.abc import Iterator

from autograder.core.model import Text
from autograder.notebook.names import bound
from autograder.notebook.parse_cache import kept
from autograder.notebook.python import parsed
from autograder.notebook.read import Cell, ParsedNotebook

IMPORTS = re.compile(r"^(?:import|from)\s", re.MULTILINE)


def lost_setup(released: ParsedNotebook, sources: list[str], repairs: list[Text]) -> list[str]:
    """The released cells of imports and examples whose names no cell in `sources` gives."""
    gone = [cell.source for cell in _setup(released) if cell.source not in sources]
    given = {name for source in sources for name in _names(source)} if gone else set()
    lost = [source for source in gone if not given.issuperset(_names(source))]
    if lost and sources:
        repairs.append(Text("restored the released set-up cell", "恢复了发布版里的准备单元格"))
    return lost if sources else []


def _setup(released: ParsedNotebook) -> Iterator[Cell]:
    """Released cells that are given, or import and belong to no part."""
    for cell in released.cells:
        imports = cell.grade_id is None and IMPORTS.search(cell.source)
        if cell.kind == "code" and (imports or cell.is_given):
            yield cell


@kept
def _names(source: str) -> frozenset[str]:
    """The names that the text binds."""
    tree = parsed(source)
    return frozenset(name for name, _ in bound(tree)) if tree else frozenset()
