"""What was said of several students, gathered by what was said: commonest first."""

from collections.abc import Iterable, Iterator, Sequence

from autograder.core.model import CheckResult, Outcome, PartResult, Text
from autograder.report.classroom.record import Entry
from autograder.report.classroom.report_data import Named

Said = tuple[Text, str | None, str]
"""What was said, the part it was said of (None: the whole submission), and the student."""

WRONG = (Outcome.FAILED, Outcome.RAISED, Outcome.TIMED_OUT, Outcome.CRASHED)
"""A check that was not run, or found nothing to run, says nothing about an answer."""
INTERRUPTED = {
    Outcome.TIMED_OUT: Text("out of time", "超时"),
    Outcome.CRASHED: Text("crashed", "崩溃"),
}
RULE = Text("breaks the rule: {}", "违反规则：{}")


def mistakes(entries: Sequence[Entry]) -> tuple[Named, ...]:
    """The known mistakes by name."""
    return _gathered(
        (mistake.name, part, student)
        for part, check, student in _checks(entries)
        for mistake in check.mistakes
    )


def failed(entries: Sequence[Entry]) -> tuple[Named, ...]:
    """The sentences that did not hold of an answer that was there; each of one part."""
    return _by_part(
        (check.sentence, part, student)
        for part, check, student in _checks(entries, attempted=True)
        if check.outcome in WRONG
    )


def interrupted(entries: Sequence[Entry]) -> tuple[Named, ...]:
    """The parts that ran out of time or crashed."""
    return _by_part(
        (INTERRUPTED[check.outcome], part, student)
        for part, check, student in _checks(entries)
        if check.outcome in INTERRUPTED
    )


def repairs(entries: Sequence[Entry]) -> tuple[Named, ...]:
    """What had to be repaired in the notebooks."""
    return _gathered(
        (text, None, e.student) for e in entries if e.report for text in e.report.repairs
    )


def flags(entries: Sequence[Entry]) -> tuple[Named, ...]:
    """Attempts on the grader, and broken rules of a part."""
    found = [(text, part, e.student) for e in entries for text, part in flags_of(e)]
    # Attempts on the grader first.
    return _gathered(sorted(found, key=lambda said: said[1] is not None))


def flags_of(entry: Entry) -> Iterator[tuple[Text, str | None]]:
    """The same of one student, each with its part."""
    for text in entry.report.flags if entry.report else ():
        yield text, None
    for part in entry.report.parts if entry.report else ():
        for check in _broken_rules(part):
            yield _rule(check.sentence), part.id


def _broken_rules(part: PartResult) -> list[CheckResult]:
    """The rules that an answer breaks which otherwise works; without a result no rule holds."""
    works = any(check.outcome is Outcome.PASSED for check in part.checks)
    return [c for c in part.checks if works and c.gate and c.outcome is Outcome.FAILED]


def _rule(sentence: Text) -> Text:
    return Text(RULE.en.format(sentence.en), RULE.zh.format(sentence.zh))


def _checks(
    entries: Iterable[Entry], *, attempted: bool = False
) -> Iterator[tuple[str, CheckResult, str]]:
    """Every check of every report; with `attempted`, of the parts that are not as released."""
    for entry in entries:
        for part in entry.report.parts if entry.report else ():
            if attempted and not entry.attempted(part.id):
                continue
            for check in part.checks:
                yield part.id, check, entry.student


def _gathered(said: Iterable[Said]) -> tuple[Named, ...]:
    """One Named for each text, with its parts and students in the order of the class."""
    parts: dict[Text, dict[str, None]] = {}
    students: dict[Text, dict[str, None]] = {}
    for text, part, student in said:
        parts.setdefault(text, {}).update({part: None} if part else {})
        students.setdefault(text, {})[student] = None
    return _commonest(Named(text, tuple(parts[text]), tuple(students[text])) for text in students)


def _by_part(said: Iterable[tuple[Text, str, str]]) -> tuple[Named, ...]:
    """One Named for each text and part: two parts may have a check of the same wording."""
    students: dict[tuple[Text, str], dict[str, None]] = {}
    for text, part, student in said:
        students.setdefault((text, part), {})[student] = None
    return _commonest(Named(t, (part,), tuple(who)) for (t, part), who in students.items())


def _commonest(found: Iterable[Named]) -> tuple[Named, ...]:
    return tuple(sorted(found, key=lambda named: -len(named.students)))
