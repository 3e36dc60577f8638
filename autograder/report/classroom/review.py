"""What a person should look at in one submission, and why points were lost in it."""

from collections.abc import Collection, Iterator, Mapping
from itertools import islice

from autograder.core.model import PartResult, Text
from autograder.report.classroom.record import Entry
from autograder.report.classroom.report_data import LostPart, Reason, ReasonKind, Similarity
from autograder.report.classroom.tallies import flags_of
from autograder.report.diagnosis import diagnosis

WAITING = Text("an answer waits for a person's score", "有答案等待人工评分")
STALE = Text("the gradebook holds other points", "成绩册中的分数不同")
UNTOUCHED = Text("not attempted", "未作答")
UNEXPLAINED = Text("no cause is known", "原因未知")
SIMILAR = Text("similar to {}", "与 {} 相似")
EDITIONS = Text(
    "handed in {} too ({}); exports have one mark, the better total",
    "还提交了 {}（{}）；导出时只有一个成绩，取较高的总分",
)
NO_TOTAL = Text("not graded in full", "尚未完整评分")
IN_PART = Text("{}: {}", "{}：{}")
NAMED = 3
"""Similar students named in one reason."""


def review(entry: Entry, similar: Collection[str] = ()) -> tuple[Reason, ...]:
    """The reasons for a person to look at a submission, the most pressing first; each once."""
    return tuple(dict.fromkeys(_reasons(entry, similar)))


def _reasons(entry: Entry, similar: Collection[str]) -> Iterator[Reason]:
    if entry.problem and not entry.report:
        yield Reason(ReasonKind.UNGRADED, entry.problem)
    if entry.waiting:
        yield Reason(ReasonKind.WAITING, WAITING)
    if entry.stale:
        yield Reason(ReasonKind.STALE, STALE)
    for text, _ in flags_of(entry):
        yield Reason(ReasonKind.FLAG, text)
    if similar:
        names = ", ".join([*list(similar)[:NAMED], *(["…"] if len(similar) > NAMED else [])])
        yield Reason(ReasonKind.SIMILAR, Text(SIMILAR.en.format(names), SIMILAR.zh.format(names)))
    for part in entry.report.parts if entry.report else ():
        if _is_unexplained(part, entry):
            yield Reason(ReasonKind.UNEXPLAINED, _in_part(part, UNEXPLAINED))
    for edition, total in entry.recorded.elsewhere.items():
        said = NO_TOTAL if total is None else Text(f"{total:g}", f"{total:g}")
        text = Text(EDITIONS.en.format(edition, said.en), EDITIONS.zh.format(edition, said.zh))
        yield Reason(ReasonKind.EDITIONS, text)


def _is_unexplained(part: PartResult, entry: Entry) -> bool:
    lost = part.points < part.max_points and entry.attempted(part.id)
    return lost and not diagnosis(part).causes


def _in_part(part: PartResult, text: Text) -> Text:
    return Text(
        IN_PART.en.format(part.title.en, text.en), IN_PART.zh.format(part.title.zh, text.zh)
    )


def neighbours(similarity: Similarity) -> Mapping[str, list[str]]:
    """By student the others whose answers are alike, as many as a reason needs."""
    found: dict[str, list[str]] = {}
    for group in similarity.groups:
        for student in group.students:
            mine = found.setdefault(student, [])
            others = (other for other in group.students if other != student)
            mine.extend(islice(others, NAMED + 1 - len(mine)))
    return found


class Losses:
    """Why points were lost; equal results of many students are explained once."""

    def __init__(self) -> None:
        # By identity: the loader keeps one value for equal parts, and hashing one takes longer.
        self._causes: dict[int, tuple[Text, ...]] = {}

    def of(self, entry: Entry, passed: Mapping[str, tuple[int, int]]) -> tuple[LostPart, ...]:
        """The parts of a student without all points; `passed` counts the checks of each."""
        results = entry.report.parts if entry.report else ()
        return tuple(
            LostPart(
                part.id, part.points, part.max_points, *passed[part.id],
                self._told(part) if entry.attempted(part.id) else (UNTOUCHED,),
            )
            for part in results
            if part.points < part.max_points
        )  # fmt: skip

    def _told(self, part: PartResult) -> tuple[Text, ...]:
        if id(part) not in self._causes:
            causes = tuple(cause.said for cause in diagnosis(part).causes)
            self._causes[id(part)] = causes or (UNEXPLAINED,)
        return self._causes[id(part)]
