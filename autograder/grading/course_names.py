"""Names that instructors give to groups of wrong answers: a data file of the course, no code.

They are looked up when a verdict is shown, so nothing is graded again after a change.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import msgspec
from msgspec.structs import replace

from autograder.core import atomic_file
from autograder.core.assignment.load import NAMES
from autograder.core.assignment.plan import Assignment
from autograder.core.errors import DAMAGED, CourseError
from autograder.core.model import Likeness, Mistake, PartResult, Report, Slip, Text

VERSION = 1
TITLE, QUESTION = 160, 500
"""Letters at most: a name stands in one row of a table, a question in a box."""


def names_file(assignment: Assignment) -> Path:
    return assignment.folder / "hidden" / NAMES


Words = dict[Literal["en", "zh"], str]
"""A text in one language of the course or in both."""


def in_both(words: Words) -> Text:
    """The text in every language, as far as it is known."""
    en, zh = words.get("en", ""), words.get("zh", "")
    return Text(en or zh, zh or en)


class GroupName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A group's name and question, and by what an answer is known to be of the group."""

    id: str
    part: str
    title: Words
    question: Words
    likeness: Likeness

    @property
    def mistake(self) -> Mistake:
        return Mistake(f"{self.part}/group-{self.id}", in_both(self.title), in_both(self.question))


class CourseNames(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All names of one assignment, for every edition."""

    version: int = VERSION
    names: tuple[GroupName, ...] = ()

    @classmethod
    def read(cls, assignment: Assignment) -> "CourseNames":
        """The names of an assignment, none without a file. Raises CourseError if it is no use."""
        file = names_file(assignment)
        try:
            names = msgspec.json.decode(file.read_bytes(), type=cls)
        except FileNotFoundError:
            return cls()
        except DAMAGED as error:
            raise CourseError(
                f"{file}: {error}; mend it or put back an earlier copy of it (without the file no "
                "group has a name)"
            ) from None
        if names.version != VERSION:
            raise CourseError(f"{file} is of version {names.version}; install a newer autograder")
        return names

    def of(self, part: PartResult) -> GroupName | None:
        group = part.unnamed
        if group is None:
            return None
        return next((n for n in self.names if n.part == part.id and n.likeness.agrees(group)), None)

    def by_id(self, group: str) -> GroupName | None:
        return next((name for name in self.names if name.id == group), None)

    def with_names(self, part: PartResult) -> PartResult:
        """The result with the group's name at every check that has none."""
        name = self.of(part)
        if name is None:
            return part
        mistake = _once(name.mistake, part)
        unnamed = {check.id for check in part.unnamed_checks}
        checks = tuple(
            replace(check, mistakes=(mistake,)) if check.id in unnamed else check
            for check in part.checks
        )
        # Somebody has looked at the answer, and may have said what all that it lacks costs.
        before = part.slips or (Slip(mistake),)
        slips = (replace(s, mistake=mistake) if s.mistake.id == mistake.id else s for s in before)
        return replace(part, checks=checks, slips=tuple(slips))

    def on(self, report: Report) -> Report:
        return replace(report, parts=tuple(map(self.with_names, report.parts)))


def _once(mistake: Mistake, part: PartResult) -> Mistake:
    """The mistake; a known one of the same name in its place, as no student is told it twice."""
    name = mistake.name
    for known in (known for check in part.checks for known in check.mistakes):
        en, zh = known.name.en.casefold(), known.name.zh.casefold()
        if en == name.en.casefold() or zh == name.zh.casefold():
            return known
    return mistake


@contextmanager
def changing(assignment: Assignment) -> Iterator[CourseNames]:
    """The names, while nobody else can change them; end with `write`."""
    folder = os.open(names_file(assignment).parent, os.O_RDONLY)
    try:
        # Two who name at once: the second reads what the first has written.
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield CourseNames.read(assignment)
    finally:
        os.close(folder)


def write(assignment: Assignment, names: CourseNames) -> Path:
    """Put the names in the place of those before, in one step; the file written."""
    file = names_file(assignment)
    data = msgspec.json.format(msgspec.json.encode(names, order="deterministic"), indent=1)
    atomic_file.write(file, data + b"\n", atomic_file.AS_OTHERS)
    return file


def named(names: CourseNames, new: GroupName, *, replacing: bool = False) -> CourseNames:
    """The names with a new one, or a language more. Raises CourseError if it has another name."""
    earlier = names.by_id(new.id)
    if earlier is None:
        return replace(names, names=(*names.names, new))
    pairs = ((earlier.title, new.title), (earlier.question, new.question))
    clash = any((old.get(k) or text) != text for old, more in pairs for k, text in more.items())
    if clash and not replacing:
        title, question = in_both(earlier.title).en, in_both(earlier.question).en
        raise CourseError(
            f"the group {new.id} has a name already: {title!r} ({question!r}); "
            "--replace writes yours over it"
        )
    merged = replace(
        earlier, title=earlier.title | new.title, question=earlier.question | new.question
    )
    updated = (merged if name.id == new.id else name for name in names.names)
    return replace(names, names=tuple(updated))


def removed(names: CourseNames, group: str) -> CourseNames:
    """The names without this group's. Raises CourseError if it has none."""
    if names.by_id(group) is None:
        raise CourseError(f"{group[:40]!r} has no name and no cost of this course's to remove")
    return replace(names, names=tuple(name for name in names.names if name.id != group))
