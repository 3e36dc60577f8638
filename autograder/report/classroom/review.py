"""What was said of several students, commonest first; and what a person should look at, and why."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from math import ceil

from autograder.core.assignment.plan import Assignment
from autograder.core.marks import deductions
from autograder.core.model import STOPPED, Outcome, Text
from autograder.report.classroom import report_data as data
from autograder.report.classroom.entries import Entry
from autograder.report.classroom.report_data import Reason, ReasonKind
from autograder.report.diagnosis import about_the_file, cause_in_short, diagnosis
from autograder.report.phrases import class_phrase, phrase

Said = tuple[Text, str | None, str]
"""What was said, the part it was said of (None: the whole submission), and the student."""

WRONG = (Outcome.FAILED, Outcome.RAISED, *STOPPED)
"""A check that was not run, or found nothing to run, says nothing about an answer."""
NEEDS_HELP = 0.5
"""The share of all points below which a student is listed."""
NAMED = 3
"""Similar students named in one reason."""


def said_of_several(entries: Sequence[Entry]) -> dict[str, tuple[data.Named, ...]]:
    """By kind what was said of the class, in one pass over its checks.

    "failed" are the sentences that did not hold of an answer that was there; these, and what was
    "interrupted", are of one part each. "flags": attempts on the grader, then broken rules.
    """
    mistakes, failed, interrupted, repairs, flags = (list[Said]() for _ in range(5))
    for entry in entries:
        student = entry.student
        texts = (*entry.report.repairs, *entry.remarks) if entry.report else ()
        repairs += ((text, None, student) for text in texts)
        flags += ((text, part, student) for text, part in _flags(entry))
        for part in entry.parts:
            # What the student is told: of an error that a change puts right, the change.
            causes = diagnosis(part).causes if part.mistakes else ()
            names = (mistake.name for cause in causes for mistake in cause.mistakes)
            mistakes += ((name, part.id, student) for name in names)
            for check in part.judged:
                if check.outcome in WRONG and entry.attempted(part.id):
                    failed.append((check.sentence, part.id, student))
                if check.outcome in STOPPED:
                    text = phrase(f"outcome_{check.outcome.name.lower()}")
                    interrupted.append((text, part.id, student))
    flags.sort(key=lambda flag: flag[1] is not None)
    return {
        "mistakes": _gathered(mistakes),
        "failed": _gathered(failed, by_part=True),
        "interrupted": _gathered(interrupted, by_part=True),
        "repairs": _gathered(repairs),
        "flags": _gathered(flags),
    }


def costs(entries: Sequence[Entry]) -> tuple[data.MistakeCost, ...]:
    """What each mistake costs and whom, the one that took most points first."""
    by_cost: dict[tuple[str, Text, float], list[str]] = {}
    for entry in entries:
        for part in entry.parts:
            for slip in deductions(part):
                # Behind a rule's name is a digest, which no cost is given to.
                key = (slip.mistake.id.partition("-")[0], slip.mistake.name, slip.points)
                by_cost.setdefault(key, []).append(entry.student)
    rows = [data.MistakeCost(*key, tuple(dict.fromkeys(ids))) for key, ids in by_cost.items()]
    return tuple(sorted(rows, key=lambda row: (-row.taken, row.id)))


def _flags(entry: Entry) -> Iterator[tuple[Text, str | None]]:
    for text in entry.report.flags if entry.report else ():
        # What is said of the files is no attempt at anything.
        if text not in entry.found.flags:
            yield text, None
    for part in entry.parts:
        # Of an answer without any result no rule holds: nothing was broken.
        works = any(check.outcome is Outcome.PASSED for check in part.checks)
        for check in part.checks:
            if works and check.gate and check.outcome is Outcome.FAILED:
                yield class_phrase("breaks_rule", rule=check.sentence), part.id


def students_to_help(
    assignment: Assignment, entries: Sequence[Entry]
) -> tuple[data.SuggestedHelp, ...]:
    """The students with less than half of the points, those with the fewest first.

    Nobody from whom only a penalty or an instructor took the points.
    """
    limit = assignment.total_points * NEEDS_HELP
    rows = []
    for entry in entries:
        total = entry.total
        missed = [part for part in entry.parts if part.points < part.max_points]
        if total is not None and sum(entry.points.values()) < limit and missed:
            written = diagnosis(missed[0]).written
            cause = cause_in_short(missed[0]) if written else class_phrase("begin")
            about = cause or class_phrase("no_cause")
            name, first = entry.recorded.name, missed[0].id
            rows.append(data.SuggestedHelp(entry.student, name, total, first, about, len(missed)))
    return tuple(sorted(rows, key=lambda row: row.total))


def changes(entries: Sequence[Entry]) -> tuple[data.Overridden, ...]:
    return tuple(
        data.Overridden(entry.student, part, entry.checked.get(part), entry.points[part])
        for entry in entries
        for part, score in entry.recorded.scores.items()
        if score.changed and score.by_hand is None
    )


def late(entries: Sequence[Entry]) -> tuple[data.LateSubmission, ...]:
    return tuple(
        # Up to a hundredth of an hour: who is late is not late by nothing.
        data.LateSubmission(entry.student, ceil(record.seconds_late / 36) / 100, record.penalty)
        for entry in entries
        if (record := entry.recorded).seconds_late > 0 or record.penalty > 0
    )


def extended(entries: Sequence[Entry]) -> dict[str, str]:
    dues = {entry.student: entry.recorded.due for entry in entries if entry.recorded.is_extended}
    return {student: f"{due:%Y-%m-%d %H:%M} UTC" for student, due in dues.items()}


def ungraded(entries: Sequence[Entry]) -> Iterator[data.Ungraded]:
    for entry in entries:
        if not entry.report and entry.problem:
            yield data.Ungraded(entry.student, _problem(entry, entry.problem))
        elif entry.report and entry.waiting:
            yield data.Ungraded(entry.student, _waits(entry))


def _problem(entry: Entry, reason: Text) -> Text:
    return class_phrase("recorded_counts", why=reason) if entry.points else reason


def _waits(entry: Entry) -> Text:
    scores, titles = entry.recorded.scores, {part.id: part.title for part in entry.parts}
    names = Text.joined([titles.get(name, Text(name, name)) for name in entry.waiting])
    of_time = all(scores[name].looks for name in entry.waiting)
    return class_phrase("needs_time" if of_time else "needs_score", names=names)


def _gathered(rows: Iterable[Said], *, by_part: bool = False) -> tuple[data.Named, ...]:
    """One for each text (`by_part`: and part), its parts and students in the order of the class."""
    groups: dict[tuple[Text, str | None], tuple[dict[str, None], dict[str, None]]] = {}
    for text, part, student in rows:
        parts, students = groups.setdefault((text, part if by_part else None), ({}, {}))
        parts |= {part: None} if part else {}
        students[student] = None
    named = (data.Named(text, tuple(p), tuple(s)) for (text, _), (p, s) in groups.items())
    return tuple(sorted(named, key=lambda group: -len(group.students)))


def reasons(entry: Entry, similar: Mapping[str, Sequence[str]]) -> Iterator[Reason]:
    """The reasons for a person to look at a submission, the most pressing first."""
    if entry.problem and not entry.report:
        # Whoever handed in nothing is no work for anybody: not before whom a person has to help.
        absent = entry.problem == class_phrase("nothing_handed_in")
        kind = ReasonKind.ABSENT if absent else ReasonKind.UNGRADED
        yield Reason(kind, _problem(entry, entry.problem))
    if entry.waiting:
        yield Reason(ReasonKind.WAITING, _waits(entry))
    yield from _changed_since(entry)
    if entry.stale:
        yield Reason(ReasonKind.STALE, class_phrase("other_points"))
    for text in (*(text for text, _ in _flags(entry)), *entry.found.flags):
        yield Reason(ReasonKind.FLAG, text)
    for key, students in similar.items():
        names = Text.listed([*students[:NAMED], *(["…"] if len(students) > NAMED else [])])
        if students:
            yield Reason(ReasonKind.SIMILAR, class_phrase(key, names=names))
    yield from _unexplained(entry)
    for edition, total in entry.recorded.elsewhere.items():
        points = class_phrase("no_total") if total is None else f"{total:g}"
        text = class_phrase("other_editions", edition=edition, total=points)
        yield Reason(ReasonKind.EDITIONS, text)


def _unexplained(entry: Entry) -> Iterator[Reason]:
    tried = [part for part in entry.parts if entry.attempted(part.id)]
    if entry.report and not tried:
        yield Reason(ReasonKind.UNEXPLAINED, class_phrase("nothing_written"))
    for part in tried:
        if part.points < part.max_points and not diagnosis(part).causes:
            text = class_phrase("in_part", part=part.title, said=class_phrase("no_cause"))
            yield Reason(ReasonKind.UNEXPLAINED, text)


def _changed_since(entry: Entry) -> Iterator[Reason]:
    """A person's score that is older than the points; a file that is not what it should be."""
    scores = entry.recorded.scores.items()
    if names := [name for name, score in scores if score.looks and score.manual is not None]:
        sentence = class_phrase("older_score", names=Text.listed(names))
        yield Reason(ReasonKind.WAITING, sentence)
    for text in about_the_file(entry.report.repairs if entry.report else ()):
        yield Reason(ReasonKind.WAITING, text)


def neighbours(similarity: data.Similarity) -> Mapping[str, Mapping[str, list[str]]]:
    """By student and phrase the others with the same file or alike, as many as a reason needs."""
    by_student: dict[str, dict[str, list[str]]] = {}
    for group in similarity.groups:
        file_of = {student: file for file in group.files for student in file}
        for student in group.students:
            file = file_of.get(student, (student,))
            alike = (other for other in group.students if file_of.get(other) is not file)
            for key, students in (("identical_to", file), ("similar_to", alike)):
                names = by_student.setdefault(student, {}).setdefault(key, [])
                new = (other for other in students if other != student and other not in names)
                names.extend(islice(new, NAMED + 1 - len(names)))
    return by_student
