"""The groups of wrong answers of a class: those without a name, and those that were given one."""

import difflib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from autograder import course
from autograder.core.assignment import Assignment, Edition, Part
from autograder.core.errors import CourseError
from autograder.core.model import PartResult, Text
from autograder.grading.bounds import BOUNDS
from autograder.notebook import ParsedNotebook, Source, read, recover
from autograder.notebook.submission import Submission
from autograder.report.classroom.loader import ClassLoader
from autograder.report.classroom.record import Entry
from autograder.report.classroom.report_data import UnnamedGroup
from autograder.report.course_names import CourseNames, GroupName
from autograder.report.diagnosis import diagnosis
from autograder.report.groups import Group, groups
from autograder.report.plain_text import one_line

NO_CAUSE = Text("no cause is known", "原因未知")


@dataclass(frozen=True)
class NamedGroup:
    """A name and the students whom it reaches now."""

    name: GroupName
    students: tuple[str, ...]


class ClassGroups:
    """The groups of one edition's class, from its kept reports."""

    def __init__(
        self, root: Path, plan: Assignment, edition: Edition, entries: Iterable[Entry]
    ) -> None:
        self._where = (root, plan, edition)
        self._edition = edition
        self._names = CourseNames.read(plan)
        self._results = tuple(_results(entries))

    @cached_property
    def _released(self) -> ParsedNotebook:
        return read(course.released(*self._where).read_bytes())

    @classmethod
    def gathered(cls, root: Path, plan: Assignment, edition: Edition) -> "ClassGroups":
        """The groups as the course folder has them now.

        Raises:
            CourseError: nobody has submitted, or nobody is graded.
        """
        found = cls(root, plan, edition, ClassLoader(root, plan, edition).entries(forms=False))
        if not found._results:
            raise CourseError(
                f"no submission of {edition.id} is graded as it, the checks and the release are "
                f"now; run `autograder grade {edition.id}`"
            )
        return found

    @property
    def unnamed(self) -> tuple[Group, ...]:
        """The groups without a name, the largest first."""
        return unnamed(self._results, self._names)

    @property
    def named(self) -> tuple[NamedGroup, ...]:
        """Every name of this course's own, with whom it reaches."""
        reached: dict[str, list[str]] = {}
        for student, part in self._results:
            if name := self._names.of(part):
                reached.setdefault(name.id, []).append(student)
        return tuple(NamedGroup(n, tuple(reached.get(n.id, ()))) for n in self._names.names)

    def group(self, wanted: str) -> Group:
        """The group of this id, with a name or without.

        Raises:
            CourseError: there is none; the message says what to do.
        """
        for group in groups(self._results):
            known = self._names.of(group.shown)
            if wanted in group.ids or (known and known.id == wanted):
                return group
        raise CourseError(
            f"{self._edition.id} has no group {one_line(wanted, 40)!r} now: its students have "
            "handed in again or were graded by other checks, or the id is mistyped; "
            f"`autograder clusters {self._edition.id}` lists the groups that there are"
        )

    def code(self, group: Group, student: str = "") -> tuple[str, ...]:
        """The cells with a member's answer, last the one that defines it.

        Raises:
            CourseError: no such member.
        """
        member = student or group.students[0]
        if member not in group.students:
            some = ", ".join(one_line(each, 40) for each in group.students[:5])
            raise CourseError(f"{one_line(member, 40)!r} is not in the group; {some} are")
        return self._answer(course.submission(*self._where, member), group.shown.id)

    def shown(self, some: Sequence[Group]) -> tuple[UnnamedGroup, ...]:
        """These groups as they are shown, each with one answer's code."""
        first = [group.students[0] for group in some]
        # All at once: each look at submitted/ lists the whole class.
        handed_in = course.submissions(*self._where, first) if first else {}
        return tuple(
            UnnamedGroup(
                group.id,
                group.shown.id,
                group.shown.points,
                group.shown.max_points,
                cause_of(group.shown),
                group.students,
                "\n\n".join(
                    cell.strip("\n")
                    for cell in self._answer(handed_in[student].notebook(student), group.shown.id)
                ),
            )
            for student, group in zip(first, some, strict=True)
        )

    def _answer(self, submission: Submission, part_id: str) -> tuple[str, ...]:
        """The cells of an answer to a part, without those that were released."""
        _, plan, _ = self._where
        released = self._released
        with BOUNDS.kept():
            code = recover(read(submission.data), released, plan.parts).code
        part = part_of_plan(plan, part_id)
        given = {cell.source.strip() for cell in released.cells}
        source = Source(code)
        own = source.cell_of(part)
        reached = source.cells_of(part, plan.parts)
        # The answer's own cell last: that is where a specimen has it.
        ordered = sorted(
            (c for c in code if c.index in reached), key=lambda c: (c.index == own, c.index)
        )
        return tuple(cell.source for cell in ordered if cell.source.strip() not in given)


def part_of_plan(plan: Assignment, wanted: str) -> Part:
    """The part of this id.

    Raises:
        CourseError: there is none.
    """
    ids = [part.id for part in plan.parts]
    if wanted not in ids:
        meant = ", ".join(difflib.get_close_matches(wanted, ids, n=1) or ids)
        raise CourseError(f"{plan.id} has no part {one_line(wanted, 40)!r}; is it {meant}?")
    return plan.parts[ids.index(wanted)]


def cause_of(part: PartResult) -> Text:
    """What students of a group are told so far."""
    causes = diagnosis(part).causes
    return causes[0].said if causes else NO_CAUSE


def unnamed(results: Iterable[tuple[str, PartResult]], names: CourseNames) -> tuple[Group, ...]:
    """The groups of these results that no name of the course reaches."""
    return tuple(group for group in groups(results) if names.of(group.shown) is None)


def _results(entries: Iterable[Entry]) -> Iterator[tuple[str, PartResult]]:
    for entry in entries:
        for part in entry.report.parts if entry.report else ():
            yield entry.student, part
