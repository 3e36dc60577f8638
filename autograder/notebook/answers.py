"""Finding a submission's answers by what they define, whatever became of the cells' metadata."""

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from operator import attrgetter

from autograder.core.assignment.plan import Part
from autograder.core.model import Text
from autograder.notebook import syntax
from autograder.notebook.damaged import AMID
from autograder.notebook.read import Cell, Code, ParsedNotebook, in_cell
from autograder.notebook.released import frame_repairs, lost_setup
from autograder.notebook.repair import mended
from autograder.notebook.syntax import defined, defined_in, parsed, unanswered
from autograder.wire.places import numbered

Cells = tuple[Cell, ...]
VISIBLE_CHECK = "checks."
FENCE = re.compile(r"[ \t]*+(```++|~~~++)")
OF_A_DEFINITION = re.compile(r"return\b|def \w+\(\s*self\b")
JOINED = Text("joined with the next cell, which goes on in it", "与下一个单元格合并：它接着写")
MOST_JOINED = 20
"""Cells of a notebook; each is read once more with what stands above it."""
MAX_CODE = 512 * 1024
MAX_CODE_TOKENS = 60_000
"""Tokens of all cells together; one beyond the bounds of `syntax` counts as the largest within."""


@dataclass(frozen=True)
class Recovered:
    """The code of a submission in the order to run it, and what was repaired on the way."""

    code: tuple[Code, ...]
    repairs: tuple[Text, ...]


def recover(
    submission: ParsedNotebook, released: ParsedNotebook, parts: tuple[Part, ...]
) -> Recovered:
    """The code cells to run: without released test cells, whatever was written into them, and
    released cells that only show something; untouched stubs override no answer, code that is nearly
    Python is mended, and cells that are given and locked are run as they were released.
    """
    repairs = [*submission.repairs, *frame_repairs(submission, released, parts)]
    cells = _with_given(submission.cells, released.cells, repairs)
    work = _Recovery(cells, released.cells, parts, repairs)
    code = work.code_cells()
    code += list(work.in_other_cells(code))
    ordered = sorted(work.without_spare_stubs(code), key=attrgetter("index"))
    setup = lost_setup(released, [cell.source for cell in ordered], repairs)
    before = [Code(number - len(setup), source) for number, source in enumerate(setup)]
    return Recovered((*before, *ordered), tuple(dict.fromkeys(repairs)))


def _with_given(cells: Cells, released: Cells, repairs: list[Text]) -> Cells:
    """The cells with the code that is given, in the place of what a student made of it."""
    originals = {one.grade_id: one for one in released if one.is_read_only and one.kind == "code"}
    restored = tuple(originals.get(cell.grade_id, cell) for cell in cells)
    changed = [
        str(new.grade_id)
        for new, cell in zip(restored, cells, strict=True)
        if new is not cell and (cell.kind != "code" or new.source.strip() != cell.source.strip())
    ]
    if changed:
        names = Text.listed([*dict.fromkeys(changed)])
        text = f"restored given cells: {names.en}"
        repairs.append(Text(text, f"恢复了给定的单元格：{names.zh}"))
    return restored


@dataclass(frozen=True)
class _Recovery:
    cells: Cells
    released: Cells
    parts: tuple[Part, ...]
    repairs: list[Text]

    @functools.cached_property
    def stubs(self) -> frozenset[str]:
        return frozenset(cell.source.strip() for cell in self.released if cell.kind == "code")

    @functools.cached_property
    def first_by_id(self) -> dict[str | None, int]:
        """The index of the first cell of each id: one look, however many cells there are."""
        cells = reversed([*enumerate(self.cells)])
        return {cell.grade_id: index for index, cell in cells}

    @functools.cached_property
    def numbers(self) -> list[int]:
        return numbered((cell.kind, cell.source) for cell in self.cells)

    def code_cells(self) -> list[Code]:
        """The code cells, mended, but for those of the released tests."""
        tests = {cell.source.strip() for cell in self.released if cell.is_test or _only_shows(cell)}
        edited = self._edited_tests()
        cells = [
            self._code(index, cell.source)
            for index, cell in enumerate(self.cells)
            if cell.kind == "code" and cell.source.strip() not in tests and index not in edited
        ]
        joined = _joined(_limited(cells, self.repairs), self.repairs)
        mends = [mended(code.source, code.number) for code in joined]
        self.repairs.extend(text for mend in mends for text in mend.repairs)
        return [replace(code, source=mend.source) for code, mend in zip(joined, mends, strict=True)]

    def in_other_cells(self, code: list[Code]) -> Iterator[Code]:
        """Answers in cells that are not code, to parts that no code cell answers."""
        # The release has prose about all the names.
        prose = {cell.source.strip() for cell in self.released if cell.kind != "code"}
        answered = defined_in(cell.source for cell in code if not self._is_stub(cell.source))
        missing = [part for part in self.parts if part.name not in answered]
        for index, cell in enumerate(self.cells):
            named = [part for part in missing if part.name in cell.source]
            if cell.kind == "code" or cell.source.strip() in prose or not named:
                continue
            # What is fenced, if anything is, else what of the text is Python.
            fenced = "\n".join(_fenced(cell.source))
            source = mended(fenced or cell.source, self.numbers[index]).source
            meant = [part for part in named if part.name in defined(source)]
            if meant and not self._is_stub(source):
                yield self._code(index, source)
                is_amid = fenced and not FENCE.match(cell.source.lstrip())
                self.repairs.extend(_found(part.id, "" if is_amid else cell.kind) for part in meant)

    def _code(self, index: int, source: str) -> Code:
        id_ = self.cells[index].grade_id
        answers = next((part.name for part in self.parts if part.id == id_), "")
        checked = self.first_by_id.get(f"test_{id_}", -1) if answers else -1
        return Code(index, source, self.numbers[index], answers, checked)

    def without_spare_stubs(self, code: list[Code]) -> list[Code]:
        """Drop an untouched stub whose part is answered elsewhere: it would hide the answer."""
        spare = {cell.index for cell in code if self._is_stub(cell.source)}
        answers = defined_in(cell.source for cell in code if cell.index not in spare)
        answered = answers & {part.name for part in self.parts}
        kept = [one for one in code if one.index not in spare or not answered & defined(one.source)]
        return [replace(cell, source=syntax.without_stubs(cell.source)) for cell in kept]

    def _is_stub(self, source: str) -> bool:
        return source.strip() in self.stubs or unanswered(source)

    def _edited_tests(self) -> frozenset[int]:
        """The indices of cells with a released test's id, of copies the first: they are not run,
        unless one holds the only answer to a part.
        """
        tests = {cell.grade_id for cell in self.released if cell.is_test}
        first: dict[str | None, int] = {}
        answered: set[str] = set()
        for index, cell in enumerate(self.cells):
            if cell.grade_id in tests and cell.grade_id not in first:
                first[cell.grade_id] = index
            elif cell.kind == "code" and not self._is_stub(cell.source):
                answered |= defined(cell.source)
        missing = {part.name for part in self.parts} - answered
        return frozenset(i for i in first.values() if not missing & defined(self.cells[i].source))


def _found(part: str, kind: str) -> Text:
    """How it is told that an answer stood in another kind of cell, without one amid other text."""
    if kind:
        zh = f"在一个 {kind} 单元格里找到了 {part} 的答案"
        return Text(f"the answer to {part} was found in a {kind} cell", zh)
    zh = f"在 markdown 单元格的其他文字下面找到了 {part} 的答案：请检查它是否作为答案提交"
    return Text(f"the answer to {part} was found {AMID}: see whether it is meant as one", zh)


def _limited(code: list[Code], repairs: list[Text]) -> list[Code]:
    """As many cells as a person could have written; the rest would only use up time."""
    characters = tokens = 0
    for count, cell in enumerate(code):
        characters += len(cell.source)
        tokens += syntax.tokens_in(cell.source) if characters <= MAX_CODE else 0
        if characters > MAX_CODE or tokens > MAX_CODE_TOKENS:
            text = f"only the first {count} code cells were run: the rest is too long"
            repairs.append(Text(text, f"只运行了前 {count} 个代码单元格：其余部分太长"))
            return code[:count]
    return code


def _joined(code: list[Code], repairs: list[Text]) -> list[Code]:
    """The cells; one that was split inside a definition as it was before."""
    cells, joined = code[:1], 0
    for cell in code[1:]:
        whole = f"{cells[-1].source}\n{cell.source}"
        if joined < MOST_JOINED and _goes_on(cell.source) and parsed(whole):
            repairs.append(in_cell(cells[-1].number, JOINED))
            cells[-1], joined = replace(cells[-1], source=whole), joined + 1
        else:
            cells.append(cell)
    return cells


def _goes_on(source: str) -> bool:
    """Whether a text is indented and belongs into a function or a class."""
    lines = [line for line in source.split("\n") if line.strip()]
    indent = lines[0][: len(lines[0]) - len(lines[0].lstrip())] if lines else ""
    inside = (line for line in lines if indent and line.startswith(indent))
    return any(OF_A_DEFINITION.match(line, len(indent)) for line in inside)


def _only_shows(cell: Cell) -> bool:
    lines = cell.source.strip().splitlines() if cell.kind == "code" else []
    return bool(lines) and all(line.startswith(VISIBLE_CHECK) for line in lines)


def _fenced(text: str) -> Iterator[str]:
    """The lines between marks of a code block; one that is not closed goes on to the end."""
    mark = ""
    for line in text.split("\n"):
        if mark and line.lstrip(" \t").startswith(mark):
            mark = ""
        elif mark:
            yield line
        elif fence := FENCE.match(line):
            mark = fence[1]
