"""Says where a submission's ids, types or test cells differ from the release: nbgrader finds cells
by their ids, the grader finds answers by name and needs none of them.
"""

import re
from collections.abc import Iterator
from itertools import takewhile

from autograder.core.assignment.plan import Part
from autograder.core.model import Text
from autograder.notebook.damaged import ANOTHERS
from autograder.notebook.read import Cell, ParsedNotebook
from autograder.notebook.syntax import BEYOND_BOUNDS, bound, defined_in, parsed

IMPORTS = re.compile(r"^(?:import|from)\s", re.M)
DEFINES = re.compile(r"^(?:async\s|def\s|class\s|@)", re.M)
ALL_LOST = Text(
    "no cell had nbgrader metadata: restored in all cells",
    "所有单元格都没有 nbgrader 元数据：已全部恢复",
)
MOST_NAMED = 5
LOST = Text("missing graded cells were added as released", "缺失的评分单元格已按发布版补上")
DOUBLED = Text(
    "duplicated cells (the last definition counts)", "重复的单元格（以最后一个定义为准）"
)
EDITED = Text("restored edited test cells", "恢复了被改动的测试单元格")


def frame_repairs(
    submission: ParsedNotebook, released: ParsedNotebook, parts: tuple[Part, ...]
) -> tuple[Text, ...]:
    """A sentence for everything about the graded cells that had to be restored."""
    names = {part.id: part.name for part in parts}
    answered = defined_in(cell.source for cell in submission.cells)
    frame = {cell.grade_id: cell for cell in released.cells if cell.grade_id}
    by_id: dict[str, list[Cell]] = {}
    for cell in submission.cells:
        if cell.grade_id in frame:
            by_id.setdefault(str(cell.grade_id), []).append(cell)
    if frame and not by_id:
        ids = (str(cell.grade_id) for cell in submission.cells if cell.grade_id)
        other_ids = list(dict.fromkeys(id_.removeprefix("test_") for id_ in ids))
        # Somebody's ids may have been changed by a tool: who answers a part means this assignment.
        is_anothers = other_ids and answered.isdisjoint(names.values())
        return (_naming(ANOTHERS, other_ids[:MOST_NAMED]) if is_anothers else ALL_LOST,)
    changed_tests = [
        name
        for name, cells in by_id.items()
        if frame[name].is_test
        and any(c.kind != "code" or c.source.strip() != frame[name].source.strip() for c in cells)
    ]
    doubled = [name for name, cells in by_id.items() if len(cells) > 1]
    missing = (name.removeprefix("test_") for name in frame if name not in by_id)
    lost = [name for name in dict.fromkeys(missing) if names.get(name) not in answered]
    named = ((LOST, lost), (DOUBLED, doubled), (EDITED, changed_tests))
    swapped = _swapped(by_id, names)
    return (*(_naming(text, names) for text, names in named if names), *dict.fromkeys(swapped))


def _naming(text: Text, names: list[str]) -> Text:
    more = [f"… ({len(names)})"] if len(names) > MOST_NAMED else []
    listed = Text.listed([*names[:MOST_NAMED], *more])
    return Text(f"{text.en}: {listed.en}", f"{text.zh}：{listed.zh}")


def _swapped(by_id: dict[str, list[Cell]], names: dict[str, str]) -> Iterator[Text]:
    for name, cells in by_id.items():
        answered = defined_in(cell.source for cell in cells)
        if name in names and names[name] not in answered:
            for other in (other for other, answer in names.items() if answer in answered):
                text = f"the answer to {other} was found in the cell of {name}"
                yield Text(text, f"在 {name} 的单元格里找到了 {other} 的答案")


def lost_setup(released: ParsedNotebook, sources: list[str], repairs: list[Text]) -> list[str]:
    """The released cells of imports and examples to run first: those whose names no cell gives, and
    the imports where something that may need them stands above.
    """
    setup = [
        cell.source
        for cell in released.cells
        if cell.kind == "code"
        and (cell.is_read_only or (cell.grade_id is None and IMPORTS.search(cell.source)))
    ]
    names = {name for source in sources for name in _names(source)}
    gone = [text for text in setup if text not in sources and not names.issuperset(_names(text))]
    lost = gone if sources else []
    if lost:
        repairs.append(Text("restored the released set-up cell", "恢复了发布版里的准备单元格"))
    imports = [text for text in setup if IMPORTS.search(text)]
    imported = {name for text in imports for name in _names(text)}
    above = takewhile(lambda source: imported.isdisjoint(_names(source)), sources)
    early = any(map(DEFINES.search, above))
    if early and not lost:
        repairs.append(Text("ran the released imports first", "先运行了发布版里的导入"))
    return [text for text in setup if text in lost or (text in imports and (early or lost))]


def _names(source: str) -> set[str]:
    return {name for name, _ in bound(parsed(source) or BEYOND_BOUNDS)}
