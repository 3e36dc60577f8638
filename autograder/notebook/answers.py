"""Finding a submission's answers by what they define, whatever became of the cells' metadata."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from autograder.assignment import Part
from autograder.model import Text
from autograder.notebook.frame import frame_repairs
from autograder.notebook.mend import Mended, mended
from autograder.notebook.names import bare, defines, unanswered
from autograder.notebook.read import Cell, Submission
from autograder.notebook.setup import lost_setup

SHOWS = "checks."
FENCED = re.compile(
    r"^[ \t]*(```+|~~~+)[^\n]*\n(.*?)(?:^[ \t]*\1[^\n]*$|\Z)", re.MULTILINE | re.DOTALL
)
MAX_CODE = 512 * 1024
MAX_MENDED = 256 * 1024
"""Code that is no Python is not searched for what could be mended beyond this, all in all."""


@dataclass(frozen=True)
class Code:
    """Code to run: the index of its cell in the submission, and its text."""

    index: int
    source: str


@dataclass(frozen=True)
class Recovered:
    """The code of a submission in the order to run it, and what was repaired on the way."""

    code: tuple[Code, ...]
    repairs: tuple[Text, ...]


def recover(submission: Submission, released: Submission, parts: tuple[Part, ...]) -> Recovered:
    """The code cells to run.

    The released test cells are left out (the hidden suites take their place), as are released
    cells that only show something; an untouched stub never overrides an answer, an answer in
    a cell that lost its type is found, and code that is nearly Python is mended.
    """
    repairs = [*submission.repairs, *frame_repairs(submission, released, parts)]
    stubs = {bare(cell.source) for cell in released.cells if cell.kind == "code"}
    tests = {bare(cell.source) for cell in released.cells if cell.is_test or _only_shows(cell)}
    cells = [
        Code(index, cell.source)
        for index, cell in enumerate(submission.cells)
        if cell.kind == "code" and bare(cell.source) not in tests
    ]
    code = _mended(_limited(cells, repairs), repairs)
    written = _written_in_other_cells(submission, released)
    code += _in_other_cells(written, code, stubs, parts, repairs)
    ordered = sorted(_without_spare_stubs(code, stubs, parts), key=_index)
    setup = lost_setup(released, [cell.source for cell in ordered], repairs)
    before = [Code(number - len(setup), source) for number, source in enumerate(setup)]
    return Recovered((*before, *ordered), tuple(dict.fromkeys(repairs)))


def _index(code: Code) -> int:
    return code.index


def _mended(cells: list[Code], repairs: list[Text]) -> list[Code]:
    found, left = [], MAX_MENDED
    for code in cells:
        made = mended(code.source, code.index) if left > 0 else Mended(code.source)
        left -= 0 if made.python else len(code.source)
        repairs += made.repairs
        found.append(replace(code, source=made.source))
    return found


def _limited(code: list[Code], repairs: list[Text]) -> list[Code]:
    """As many cells as a person could have written; the rest would only use up time."""
    total = 0
    for count, cell in enumerate(code):
        total += len(cell.source)
        if total > MAX_CODE:
            repairs.append(
                Text(
                    f"only the first {count} code cells were run: the rest is too long",
                    f"只运行了前 {count} 个代码单元格：其余部分太长",
                )
            )
            return code[:count]
    return code


def _only_shows(cell: Cell) -> bool:
    """Whether a released cell does nothing but call the visible checks."""
    lines = cell.source.strip().splitlines()
    return cell.kind == "code" and bool(lines) and all(line.startswith(SHOWS) for line in lines)


def _written_in_other_cells(submission: Submission, released: Submission) -> dict[int, Cell]:
    """The cells that are not code, without those of the release: prose about all the names."""
    prose = {bare(cell.source) for cell in released.cells if cell.kind != "code"}
    return {
        index: cell
        for index, cell in enumerate(submission.cells)
        if cell.kind != "code" and bare(cell.source) not in prose
    }


def _in_other_cells(
    written: dict[int, Cell], code: list[Code], stubs: set[str], parts: Iterable[Part],
    repairs: list[Text],
) -> list[Code]:  # fmt: skip
    """Answers in cells that are not code: found if no code cell answers the part."""
    answered = [cell.source for cell in code if not _stub(cell.source, stubs)]
    found: dict[int, Code] = {}
    for part in parts:
        if any(defines(source, part.name) for source in answered):
            continue
        for index, cell in written.items():
            if part.name not in cell.source:
                continue
            source = _as_code(cell, index)
            if defines(source, part.name) and not _stub(source, stubs):
                found[index] = Code(index, source)
                repairs.append(_found_in(cell, part))
    return list(found.values())


def _as_code(cell: Cell, index: int) -> str:
    """What is fenced, if anything is, else what of the text is Python."""
    fenced = "\n".join(found[2] for found in FENCED.finditer(cell.source))
    return mended(fenced or cell.source, index).source


def _found_in(cell: Cell, part: Part) -> Text:
    return Text(
        f"the answer to {part.id} was found in a {cell.kind} cell",
        f"在一个 {cell.kind} 单元格里找到了 {part.id} 的答案",
    )


def _stub(source: str, stubs: set[str]) -> bool:
    return bare(source) in stubs or unanswered(source)


def _without_spare_stubs(code: list[Code], stubs: set[str], parts: tuple[Part, ...]) -> list[Code]:
    """Drop an untouched stub whose part is answered elsewhere: it would hide the answer."""
    spare = {cell.index for cell in code if _stub(cell.source, stubs)}
    answers = [cell.source for cell in code if cell.index not in spare]
    answered = [part.name for part in parts if any(defines(s, part.name) for s in answers)]
    return [
        cell
        for cell in code
        if cell.index not in spare or not any(defines(cell.source, name) for name in answered)
    ]
