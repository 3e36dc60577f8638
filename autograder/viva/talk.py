"""What one student is asked: a few questions about a few parts, drawn from the course's salt."""

import hashlib
import random
from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import chain, combinations

import msgspec

from autograder.checks.suite import Oracle
from autograder.core.assignment import sets
from autograder.core.model import Examined, Report, Text
from autograder.course import CourseAssignment
from autograder.grading.cell_runner import TimeBudget
from autograder.grading.report_cache import ReportCache
from autograder.notebook.answers import recover
from autograder.notebook.read import read
from autograder.notebook.submission import Submission
from autograder.sandbox.host import Host
from autograder.viva.answer import Answer, answers
from autograder.viva.questions import Candidate, Question, Questioner
from autograder.viva.runs import Bench

SECONDS = 20.0
"""Of computing for one student's questions; a right answer's take a tenth of it."""
PARTS, KINDS = 2, 3
PAGE, QUESTION, HEADING, COLUMNS = 82, 11, 3, 96
"""Rows of code for which a page has room, of a question, of a part's title; letters of a row."""


class ShownPart(msgspec.Struct, frozen=True):
    """A part's code as it is shown, the cells that it is from, and what does not hold of it."""

    id: str
    title: Text
    cells: tuple[int, ...]
    lines: tuple[tuple[int, str], ...]
    failed: tuple[Text, ...]

    @property
    def rows(self) -> int:
        # Chinese letters take two columns, as in this code they take bytes.
        widths = (len(text.encode("gbk", "replace")) for _, text in self.lines)
        return HEADING + sum(1 + width // COLUMNS for width in widths)


Asked = tuple[ShownPart, list[Candidate]]
"""A part, and the questions that it allows."""


class Talk(msgspec.Struct, frozen=True):
    """One student's questions, and the code that they are about."""

    student: str
    parts: tuple[ShownPart, ...]
    questions: tuple[Question, ...]


class Examination:
    """Makes the talks of a class with so many questions each, about all parts or `only` one."""

    def __init__(self, where: CourseAssignment, host: Host, count: int, only: str = "") -> None:
        _, self._assignment, self._edition = where
        self._frame = read(where.released())
        self._released = "\n".join(cell.source for cell in self._frame.cells)
        self._host, self._count, self._only = host, count, only
        self._oracle, self._kept = Oracle(where.assignment), ReportCache(*where, where.released())
        salt = sets.read(where.assignment.folder / "hidden").salt
        self._key = hashlib.blake2b(salt.encode()).digest()

    def examine(self, submission: Submission) -> Examined:
        """The talk about a submission, encoded as the evidence of a report without results."""
        # Chance that only this course's salt, this student and these bytes decide on.
        words = f"viva {submission.digest} {submission.student}".encode("utf-8", "surrogateescape")
        chance = random.Random(hashlib.blake2b(words, key=self._key).digest())
        graded = self._kept.get(submission)
        parts = graded.parts if graded else ()
        right = {part.id for part in parts if part.points == part.max_points}
        limits = self._assignment.limits
        bench = partial(Bench, self._oracle, self._host, limits, TimeBudget(SECONDS))
        tried, best = list[Asked](), tuple[Asked, ...]()
        for answer in self._wanted(submission, chance):
            with closing(bench(answer)) as runs:
                base = runs.base
                if base and (pool := [*Questioner(runs, base, self._released, chance).every()]):
                    fields = answer.part.id, answer.part.title, answer.cells, answer.shown
                    # With a wrong answer to another part beside it a right one fails here.
                    failed = () if answer.part.id in right else base.failed
                    tried.append((ShownPart(*fields, failed), pool))
                    best = max(self._pages(tried), key=self._gain)
            if self._gain(best) == (min(KINDS, self._count), self._count, PARTS):
                break
        picked = _picked([entry for _, group in best for entry in group], self._count, bench)
        picked.sort(key=lambda question: [part.id for part, _ in best].index(question.part))
        shown = tuple(part for part, _ in best if any(q.part == part.id for q in picked))
        talk = msgspec.msgpack.encode(Talk(submission.student, shown, tuple(picked)))
        about = self._edition.id, self._edition.language, submission.digest, self._assignment.digest
        return Examined(Report(*about, ()), talk)

    def _pages(self, parts: list[Asked]) -> list[tuple[Asked, ...]]:
        """What fits on one page beside the questions; the shortest part does in any case."""
        rows = max(PAGE - QUESTION * self._count, min(part.rows for part, _ in parts))
        pages = chain.from_iterable(combinations(parts, size) for size in range(PARTS + 2))
        return [page for page in pages if sum(part.rows for part, _ in page) <= rows]

    def _gain(self, page: tuple[Asked, ...]) -> tuple[int, int, int]:
        """How many kinds of question, places and parts it has, up to what is wanted of each."""
        pool = [entry for _, group in page for entry in group]
        kinds, places = {entry.question.kind for entry in pool}, {entry.place for entry in pool}
        least, most = min(KINDS, self._count), self._count
        return min(len(kinds), least), min(len(places), most), min(len(page), PARTS)

    def _wanted(self, submission: Submission, chance: random.Random) -> list[Answer]:
        """The answers by chance, those of parts that give more points more often first."""
        code = recover(read(submission.data), self._frame, self._assignment.parts).code
        all_answers = answers(code, self._assignment.parts, self._released)
        chosen = (answer for answer in all_answers if self._only in ("", answer.part.id))
        # What may cost only so much is judged in workers that never see a changed copy.
        free = [answer for answer in chosen if answer.part.id not in self._oracle.limited.values()]
        return sorted(free, key=lambda one: -(chance.random() ** (1 / max(one.part.points, 1))))


def _picked(pool: list[Candidate], count: int, bench: Callable[[Answer], Bench]) -> list[Question]:
    """Questions that give no other's answer away, each with the same in another worker."""
    picked = list[Question]()

    def rank(entry: Candidate) -> tuple[int, int, float]:
        """A kind with few questions before those whose questions would take their places."""
        kinds, parts = ([getattr(q, name) for q in picked] for name in ("kind", "part"))
        kind, few = entry.question.kind, sum(x.question.kind == entry.question.kind for x in pool)
        return -kinds.count(kind), -few, entry.worth - parts.count(entry.question.part)

    while pool and len(picked) < count:
        best = max(pool, key=rank)
        pool = [entry for entry in pool if entry is not best]
        with closing(bench(best.answer)) as again:
            run = again.of(best.source) if best.outcomes and again.base else None
        if best.outcomes == (run and run.outcomes):
            picked.append(best.question)
            pool = [entry for entry in pool if entry.place != best.place]
    return picked
