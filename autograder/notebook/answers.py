"""Finding a submission's answers by what they define, whatever became of the cells' metadata."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from autograder.assignment import Part
from autograder.model import Text
from autograder.notebook.read import Cell, Submission

SHOWS = "checks."
MARKUP_FENCE = re.compile(r"^\s*```(?:python)?\s*$", re.MULTILINE)


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
    cells that only show something; an untouched stub never overrides an answer, and an answer in
    a cell that lost its type is found.
    """
    stubs = {_bare(cell.source) for cell in released.cells if cell.kind == "code"}
    tests = {_bare(cell.source) for cell in released.cells if cell.is_test or _only_shows(cell)}
    code = [
        Code(index, cell.source)
        for index, cell in enumerate(submission.cells)
        if cell.kind == "code" and _bare(cell.source) not in tests
    ]
    repairs = list(submission.repairs)
    code += _in_other_cells(submission, code, stubs, parts, repairs)
    return Recovered(tuple(sorted(_without_spare_stubs(code, stubs, parts), key=_index)),
                     tuple(repairs))  # fmt: skip


def _index(code: Code) -> int:
    return code.index


def _bare(source: str) -> str:
    return source.strip()


def _only_shows(cell: Cell) -> bool:
    """Whether a released cell does nothing but call the visible checks."""
    lines = cell.source.strip().splitlines()
    return cell.kind == "code" and bool(lines) and all(line.startswith(SHOWS) for line in lines)


def defines(source: str, name: str) -> bool:
    """Whether the text defines `name` at its top level, as def, class or assignment."""
    word = re.escape(name)
    defined = rf"^(?:async\s+def|def|class)\s+{word}\b"
    assigned = rf"^{word}\s*(?::[^=\n]*)?=(?!=)"
    return re.search(f"{defined}|{assigned}", source, re.MULTILINE) is not None


def _in_other_cells(
    submission: Submission, code: list[Code], stubs: set[str], parts: Iterable[Part],
    repairs: list[Text],
) -> list[Code]:  # fmt: skip
    """Answers in cells that are not code: found if no code cell answers the part."""
    answered = [cell.source for cell in code if _bare(cell.source) not in stubs]
    found: dict[int, Code] = {}
    for part in parts:
        if any(defines(source, part.name) for source in answered):
            continue
        for index, cell in enumerate(submission.cells):
            source = _as_code(cell)
            if cell.kind != "code" and defines(source, part.name):
                found[index] = Code(index, source)
                repairs.append(_found_in(cell, part))
    return list(found.values())


def _as_code(cell: Cell) -> str:
    return MARKUP_FENCE.sub("", cell.source)


def _found_in(cell: Cell, part: Part) -> Text:
    return Text(
        f"the answer to {part.id} was found in a {cell.kind} cell",
        f"在一个 {cell.kind} 单元格里找到了 {part.id} 的答案",
    )


def _without_spare_stubs(code: list[Code], stubs: set[str], parts: tuple[Part, ...]) -> list[Code]:
    """Drop an untouched stub whose part is answered elsewhere: it would hide the answer."""
    answers = [cell.source for cell in code if _bare(cell.source) not in stubs]
    answered = [part.name for part in parts if any(defines(s, part.name) for s in answers)]
    return [
        cell
        for cell in code
        if _bare(cell.source) not in stubs
        or not any(defines(cell.source, name) for name in answered)
    ]
