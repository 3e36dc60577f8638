"""The record of a course's marks: who recorded which, when, by which versions, and what changed.

One file for each edition, a JSON line for every recorded submission; lines are only ever added.
"""

import os
import pwd
from collections.abc import Collection, Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from autograder.core import atomic_file
from autograder.core.assignment.plan import Edition
from autograder.core.errors import DAMAGED, CourseError, GraderFault, remedy
from autograder.core.model import Report, Text

HISTORY_FOLDER = Path(atomic_file.STATE_FOLDER, "history")

FIRST = Text("recorded for the first time", "首次记录")
AGAIN = Text("handed in again", "重新提交")
CHECKS = Text("the assignment's checks changed", "作业的检查有改动")
GRADER = Text("another version of the grader", "评分程序的版本不同")
COSTS = Text("the costs of mistakes were changed", "错误的扣分有改动")
LATENESS = Text("lateness changed (due date, extension or rule)", "迟交有改动（截止、延期或规则）")
BY_PERSON = Text("a person has given points since", "此后有人给了分")
OTHERWISE = Text("the gradebook had been changed in another way", "成绩册曾以其他方式改动")
WAITED = Text("the total no longer waits for a person", "总分不再等待人工处理")

LATE = "late penalty"
"""In a change the key, beside those of the parts, of what being late takes."""
LEAST_SHARE = 0.005
"""Penalties are rounded to hundredths: of few points the share is not exact."""


def less(points: Mapping[str, float], penalty: float) -> dict[str, float]:
    """The points that count by part, with what being late takes if it takes anything."""
    # A course's own policy may not round: the same score, added up in two ways, would differ.
    return {**points, LATE: -round(penalty, 2)} if round(penalty, 2) else {**points}


class Change(msgspec.Struct, frozen=True):
    """One recorded submission: the points that count, the late penalty among them, and those
    `before` (empty where nothing was recorded). All that a run recorded has the same `run`. `why`
    says what differs, as far as it is known. There is no total if it `waits` for a person, or
    `waited` before. `key` is all that what was recorded depends on, `notebook` size and time of the
    autograded notebook.
    """

    run: str
    when: str
    who: str
    student: str
    submission: str
    assignment: str
    versions: Mapping[str, str]
    before: Mapping[str, float]
    points: Mapping[str, float]
    why: tuple[Text, ...] = ()
    waited: bool = False
    waits: bool = False
    key: str = ""
    notebook: tuple[int, ...] = ()

    @property
    def changed(self) -> dict[str, tuple[float | None, float]]:
        """What has other points than before, with both: parts, and the penalty for lateness."""
        late = dict.fromkeys({*self.before, *self.points} & {LATE}, 0.0)
        before, points = {**late, **self.before}, {**late, **self.points}
        return {
            name: (before.get(name), now) for name, now in points.items() if before.get(name) != now
        }

    @property
    def differs(self) -> bool:
        return bool(self.changed) or self.waited != self.waits

    @property
    def totals(self) -> tuple[float | None, float | None]:
        """The totals before and now, never below zero; None where there was or is none."""
        before, now = (
            None if waits or not points else round(max(0.0, sum(points.values())), 2)
            for points, waits in ((self.before, self.waited), (self.points, self.waits))
        )
        return before, now


class History:
    """The history of one edition, and the run that adds to it."""

    def __init__(self, course: Path, edition: Edition) -> None:
        self._path = course / HISTORY_FOLDER / f"{edition.id}.jsonl"
        self._run = _now()

    def changes(self) -> tuple[Change, ...]:
        """All that was recorded, the oldest first. Raises CourseError if it cannot be read."""
        try:
            lines = self._path.read_bytes().splitlines()
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise CourseError(
                f"{self._path} cannot be read ({error.strerror}): it says who recorded which marks;"
                " give this account the right to read it, or move it away, which begins a new one"
            ) from None
        return tuple(change for line in lines if (change := _read(line)))

    def last_run(self) -> tuple[Change, ...]:
        """What the latest run recorded that changed somebody's points."""
        changed = [change for change in self.changes() if change.differs]
        return tuple(change for change in changed if change.run == changed[-1].run)

    def change(
        self, student: str, report: Report, before: Mapping[str, float],
        points: Mapping[str, float], last: Change | None, manual: Collection[str] = (), *,
        waited: bool = False, waits: bool = False,
    ) -> Change:  # fmt: skip
        """What recording this report changes; `last` is the student's latest in the history, and
        `manual` are the parts that have a person's points.
        """
        about = report.submission_digest, report.assignment_digest, report.versions
        change = Change(
            self._run, _now(), _user(), student, *about, before, points, waited=waited, waits=waits
        )
        return msgspec.structs.replace(change, why=_why(change, last, manual))

    def add(self, changes: Iterable[Change]) -> None:
        """Add these to the file, on the disk. Raises GraderFault if there is no place for them."""
        data = b"".join(msgspec.json.encode(change) + b"\n" for change in changes)
        try:
            atomic_file.make_folder(self._path.parent)
            atomic_file.append(self._path, data)
        except OSError as error:
            raise GraderFault(
                f"{self._path} cannot be written ({error.strerror}): the marks are recorded, but "
                f"not who recorded them; {remedy(error)} and run the command again"
            ) from None


def _why(change: Change, last: Change | None, manual: Collection[str]) -> tuple[Text, ...]:
    if not change.before:
        return (FIRST,)
    if last is None:
        return ()
    was, before = dict(last.points), dict(change.before)
    differing = {part for part in was | before if was.get(part) != before.get(part)}
    by_person = bool(differing & {*manual}) and differing <= {*manual, LATE}
    causes = {
        AGAIN: last.submission != change.submission,
        CHECKS: last.assignment != change.assignment,
        GRADER: last.versions != change.versions,
        BY_PERSON: by_person,
        OTHERWISE: bool(differing) and not by_person,
        WAITED: change.waited and not change.waits,
    }
    reasons = tuple(text for text, holds in causes.items() if holds)
    if {*change.changed} == {LATE} and not {AGAIN, BY_PERSON, OTHERWISE, WAITED} & {*reasons}:
        return (LATENESS,)
    # A person's points, or an edit of the gradebook, explain no other part.
    if {*change.changed} - differing - {LATE} and not {AGAIN, CHECKS, GRADER} & {*reasons}:
        reasons += (COSTS,)
    # What being late takes follows from the points, unless there are other days or another policy.
    shares = [share for share in map(_late_share, (was, change.points)) if share is not None]
    is_other = bool(shares) and abs(shares[0] - shares[-1]) > LEAST_SHARE
    if is_other and LATE in change.changed and not {AGAIN, WAITED} & {*reasons}:
        reasons += (LATENESS,)
    return reasons


def _late_share(points: Mapping[str, float]) -> float | None:
    """The share of the parts' points that being late takes; None where there are no points."""
    earned = sum(value for part, value in points.items() if part != LATE)
    return points.get(LATE, 0.0) / earned if earned else None


def _read(line: bytes) -> Change | None:
    try:
        return msgspec.json.decode(line, type=Change)
    except DAMAGED:
        # A power cut may have torn a line, or somebody edited it.
        return None


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _user() -> str:
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:  # a container's user has no name
        return str(os.getuid())
