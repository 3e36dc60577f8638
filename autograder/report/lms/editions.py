"""One mark for a student who handed in several editions of one assignment: the better total."""

from collections.abc import Iterable, Sequence

from autograder.report.lms.csv_cells import named
from autograder.report.lms.sheets import LmsStudent, Mark, Sheet


def one_mark(sheets: Sequence[Sheet], assignments: Iterable[Sequence[str]]) -> list[Sheet]:
    """The sheets, with those of an assignment's editions as one, in the place of the first.

    `assignments` holds the ids of each assignment's editions. An edition with cells of its own,
    which an instructor added, stays by itself: its points are of another kind.
    """
    found = list(sheets)
    for ids in assignments:
        own = [sheet for sheet in found if sheet.assignment in ids]
        if len(own) > 1 and all(sheet.parts == own[0].parts for sheet in own):
            own.sort(key=lambda sheet: ids.index(sheet.assignment))
            at = min(map(found.index, own))
            found[at] = _joined(ids[0], own)
            found = [sheet for sheet in found if sheet not in own]
    return found


def several(
    sheets: Sequence[Sheet], assignments: Iterable[Sequence[str]], students: Sequence[LmsStudent]
) -> list[str]:
    """Who handed in several editions, for the importer to look at."""
    said = []
    for ids in assignments:
        own = [sheet for sheet in sheets if sheet.assignment in ids]
        twice = [s for s in students if sum(s.id in sheet.marks for sheet in own) > 1]
        if twice:
            names = ", ".join(sheet.assignment for sheet in own)
            said.append(f"handed in {names}; the better total counts: {named(twice)}")
    return said


def _joined(name: str, sheets: Sequence[Sheet]) -> Sheet:
    students = {student for sheet in sheets for student in sheet.marks}
    marks = {s: _best([sheet.marks[s] for sheet in sheets if s in sheet.marks]) for s in students}
    return Sheet(name, sheets[0].parts, marks)


def _best(marks: Sequence[Mark]) -> Mark:
    """The mark of the better total; one that waits for a person, while there is one.

    Until it is graded nobody knows which of them is the better.
    """
    waiting = [mark for mark in marks if not mark.graded]
    return waiting[0] if waiting else max(marks, key=lambda mark: mark.total or 0.0)
