"""Wrong answers of a class in groups that did the same with the example numbers.

The example set is the same for everybody, whichever hidden set judges a submission. So students of
all sets are compared by it, from what is recorded of each submission.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from autograder.core.errors import CourseError, meant
from autograder.core.marks import Costs
from autograder.core.model import Likeness, PartResult
from autograder.course import CourseAssignment, HandedIn
from autograder.grading.bounds import BOUNDS
from autograder.grading.course_names import CourseNames, GroupName
from autograder.notebook.answers import recover
from autograder.notebook.calls import Source
from autograder.notebook.read import read
from autograder.notebook.submission import Submission
from autograder.report.causes import Kind
from autograder.report.classroom.entries import Entry, class_entries
from autograder.report.classroom.report_data import UnnamedGroup
from autograder.report.diagnosis import cause_in_short, diagnosis
from autograder.report.phrases import class_phrase
from autograder.report.plain_text import one_line

EXPLAINED = (Kind.NOT_WRITTEN, Kind.CELL)
"""Causes that say all there is to say: a name would add nothing."""


def group_id(part: str, likeness: Likeness) -> str:
    """A short name for one answer's group; numbers are rounded, as no two machines add alike."""
    rounded = " ".join(f"{value + 0.0:.3g}" for value in likeness.values)
    return hashlib.sha256(f"{part} {likeness.form} {rounded}".encode()).hexdigest()[:8]


@dataclass(frozen=True)
class Group:
    """Students whose wrong answers to a part did the same; `shown` is the result of the first.

    `id` is its name in commands; `ids` those of all members' results, which mean the same group.
    """

    id: str
    ids: frozenset[str]
    students: tuple[str, ...]
    shown: PartResult
    likeness: Likeness


def groups(results: Iterable[tuple[str, PartResult]]) -> tuple[Group, ...]:
    by_form: dict[tuple[str, str], list[list[tuple[str, PartResult, Likeness]]]] = {}
    for student, part in results:
        # What a change has put right is told and charged by the change's name.
        repaired = part.corrected and not part.corrected.unnamed
        explained = repaired or any(c.kind in EXPLAINED for c in diagnosis(part).causes)
        if part.unnamed and not explained:
            candidates = by_form.setdefault((part.id, part.unnamed.form), [])
            same = next((group for group in candidates if group[0][2].agrees(part.unnamed)), None)
            member = (student, part, part.unnamed)
            same.append(member) if same else candidates.append([member])
    clusters = []
    for members in (group for candidates in by_form.values() for group in candidates):
        students, (shown, *_), (likeness, *_) = zip(*members, strict=True)
        ids = [group_id(part.id, own) for _, part, own in members]
        clusters.append(Group(ids[0], frozenset(ids), students, shown, likeness))
    return tuple(sorted(clusters, key=lambda group: (-len(group.students), group.id)))


class ClassGroups:
    """The groups of one edition's class, from its kept reports."""

    def __init__(self, where: CourseAssignment, entries: Iterable[Entry]) -> None:
        self._where, self._released = where, read(where.released())
        self._names = CourseNames.read(where.assignment)
        self._results = tuple((entry.student, part) for entry in entries for part in entry.parts)
        self._groups = groups(self._results)

    @classmethod
    def gathered(cls, where: CourseAssignment) -> "ClassGroups":
        """The groups as they are now; a CourseError where nobody has submitted, or is graded."""
        class_groups = cls(where, class_entries(where, where.submissions(), forms=False))
        if not class_groups._results:
            raise CourseError(
                f"no submission of {where.edition.id} is graded as it, the checks and the release "
                f"are now; run `autograder grade {where.edition.id}`"
            )
        return class_groups

    @property
    def unnamed(self) -> tuple[Group, ...]:
        return tuple(group for group in self._groups if self._names.of(group.shown) is None)

    @property
    def named(self) -> list[tuple[GroupName, tuple[str, ...]]]:
        """Every name of this course's own, with the students whom it reaches now."""
        reached: dict[str, list[str]] = {}
        for student, part in self._results:
            if name := self._names.of(part):
                reached.setdefault(name.id, []).append(student)
        return [(name, tuple(reached.get(name.id, ()))) for name in self._names.names]

    def group(self, id_: str) -> Group:
        """The group of this id, named or not; a CourseError says what to do if there is none."""
        for group in self._groups:
            name = self._names.of(group.shown)
            if id_ in group.ids or (name and name.id == id_):
                return group
        raise CourseError(self._no_group(one_line(id_, 80)))

    def _no_group(self, name: str) -> str:
        edition, assignment = self._where.edition.id, self._where.assignment
        kinds = Costs.read(assignment).kinds
        if name.rpartition("/")[2] in kinds:
            return f"{name!r} is a known mistake, which has a name; it can only get other --costs"
        if any(name in (part.id, part.title.en, part.title.zh) for part in assignment.parts):
            return (
                f"{name!r} is a part: name PART/NAME as `autograder explain` shows it, or a group"
            )
        ids = {id_ for group in self._groups for id_ in group.ids}
        return (
            f"{edition} has no group {name!r} now{meant(name, {*ids, *kinds})}: its students"
            " have handed in again or were graded by other checks, or the id is mistyped; "
            f"`autograder clusters {edition}` lists the groups that there are"
        )

    def code(self, group: Group, student: str = "") -> tuple[str, ...]:
        """The cells with a member's answer, last the one that defines it; else a CourseError."""
        member = student or group.students[0]
        if member not in group.students:
            names = ", ".join(one_line(name, 40) for name in group.students[:5])
            raise CourseError(f"{one_line(member, 40)!r} is not in the group; {names} are")
        return self._answer(self._where.submissions([member]).of(member), group.shown.id)

    def shown(self, groups: Sequence[Group]) -> tuple[UnnamedGroup, ...]:
        first = [group.students[0] for group in groups]
        # All at once: each look at submitted/ lists the whole class.
        handed_in = self._where.submissions(first) if first else HandedIn({}, {})
        rows = []
        for student, group in zip(first, groups, strict=True):
            part = group.shown
            cells = self._answer(handed_in.of(student), part.id)
            code = "\n\n".join(cell.strip("\n") for cell in cells)
            cause = cause_in_short(part) or class_phrase("no_cause")
            fields = (group.id, part.id, part.points, part.max_points, cause, group.students, code)
            rows.append(UnnamedGroup(*fields))
        return tuple(rows)

    def _answer(self, submission: Submission, part_id: str) -> tuple[str, ...]:
        """The cells of an answer to a part, without those that were released."""
        assignment, released = self._where.assignment, self._released
        with BOUNDS.kept():
            code = recover(read(submission.data), released, assignment.parts).code
        part, source = assignment.part(part_id), Source(code)
        own, reached = source.cell_of(part), source.answer_cells(part, assignment.parts)
        stubs = {cell.source.strip() for cell in released.cells}
        cells = [c for c in code if c.index in reached and c.source.strip() not in stubs]
        # The answer's own cell last: that is where a specimen has it.
        return tuple(c.source for c in sorted(cells, key=lambda c: (c.index == own, c.index)))
