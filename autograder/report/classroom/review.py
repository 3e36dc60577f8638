"""What a person should look at in one submission, and why points were lost in it."""

from collections.abc import Collection, Iterator, Mapping
from itertools import islice

from autograder.core.model import PartResult, Text
from autograder.report.classroom.entries import Entry
from autograder.report.classroom.report_data import Reason, ReasonKind, Similarity
from autograder.report.classroom.tallies import flags_of
from autograder.report.diagnosis import diagnosis
from autograder.report.phrases import class_phrase

NAMED = 3
"""Similar students named in one reason."""


def review(entry: Entry, similar: Collection[str] = ()) -> tuple[Reason, ...]:
    """The reasons for a person to look at a submission, the most pressing first; each once."""
    return tuple(dict.fromkeys(_reasons(entry, similar)))


def _reasons(entry: Entry, similar: Collection[str]) -> Iterator[Reason]:
    if entry.problem and not entry.report:
        yield Reason(ReasonKind.UNGRADED, entry.problem)
    if entry.waiting:
        yield Reason(ReasonKind.WAITING, class_phrase("waits"))
    if entry.stale:
        yield Reason(ReasonKind.STALE, class_phrase("other_points"))
    for text, _ in flags_of(entry):
        yield Reason(ReasonKind.FLAG, text)
    if similar:
        names = ", ".join([*list(similar)[:NAMED], *(["…"] if len(similar) > NAMED else [])])
        yield Reason(ReasonKind.SIMILAR, class_phrase("similar_to", names=names))
    for part in entry.report.parts if entry.report else ():
        lost = part.points < part.max_points and entry.attempted(part.id)
        if lost and not diagnosis(part).causes:
            said = class_phrase("in_part", part=part.title, said=class_phrase("no_cause"))
            yield Reason(ReasonKind.UNEXPLAINED, said)
    for edition, total in entry.recorded.elsewhere.items():
        points = class_phrase("no_total") if total is None else f"{total:g}"
        text = class_phrase("other_editions", edition=edition, total=points)
        yield Reason(ReasonKind.EDITIONS, text)


def causes(part: PartResult) -> tuple[Text, ...]:
    """Why points were lost in a part, in the words of the student's page."""
    found = tuple(cause.in_short for cause in diagnosis(part).causes)
    return found or (class_phrase("no_cause"),)


def neighbours(similarity: Similarity) -> Mapping[str, list[str]]:
    """By student the others whose answers are alike, as many as a reason needs."""
    found: dict[str, list[str]] = {}
    for group in similarity.groups:
        for student in group.students:
            mine = found.setdefault(student, [])
            others = (other for other in group.students if other != student)
            mine.extend(islice(others, NAMED + 1 - len(mine)))
    return found
