"""The specimens' code as grading takes it: to be run with the hidden numbers (`proven_slips`)."""

from collections.abc import Iterable

from autograder.authoring.make import NotebookBuilder
from autograder.authoring.named_by_rule import changed_by_rule
from autograder.authoring.pairs import Pair
from autograder.authoring.specimens import mistakes
from autograder.core.assignment import Assignment, Part
from autograder.grading.naming import Catalogue
from autograder.grading.proven_slips import BOTH, KnownAnswers, PartAnswers
from autograder.notebook import Source, read, recover
from autograder.notebook.answers import Code

Answers = dict[str, dict[str, tuple[str, ...]]]


def known_answers(
    plan: Assignment, solved: NotebookBuilder, released: bytes, pairs: Iterable[Pair] | None
) -> KnownAnswers:
    """Every specimen by part; with these `pairs`, or those that the assignment has already."""
    found: Answers = {part.id: _earlier_pairs(plan, part) for part in plan.parts}
    if pairs is not None:
        found = {part.id: {} for part in plan.parts}
        for pair in pairs:
            name = BOTH.join(sorted(pair.made))
            found[pair.answer.part][name] = pair.answer.cells
    by_rule = {one.mistake.id for one in Catalogue.read(plan).by_rule}
    for one in mistakes(plan):
        found[one.part][one.id] = one.cells
    for one, _ in changed_by_rule(plan):
        if one.id in by_rule:
            found[one.part][one.id] = one.cells
    code = recover(read(solved.bytes()), read(released), plan.parts).code
    return KnownAnswers.of({part.id: _part(code, part, found[part.id]) for part in plan.parts})


def _earlier_pairs(plan: Assignment, part: Part) -> dict[str, tuple[str, ...]]:
    known = KnownAnswers.read(plan).part(part.id).answers
    return {name: cells for name, cells in known.items() if BOTH in name}


def _part(code: tuple[Code, ...], part: Part, answers: dict[str, tuple[str, ...]]) -> PartAnswers:
    source = Source(code)
    mine = source.cell_of(part)
    right = next((cell.source for cell in code if cell.index == mine), "")
    cells = source.cells_for([part])
    before = (cell.source for cell in code if cell.index in cells and cell.index != mine)
    return PartAnswers(right, tuple(before), dict(sorted(answers.items())))
