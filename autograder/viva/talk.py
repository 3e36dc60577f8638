"""What one student is asked: a few questions about a few parts, drawn from the course's salt."""

import hashlib
import math
import random
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from unicodedata import east_asian_width

import msgspec

from autograder.checks.suite import Oracle
from autograder.core.assignment import sets
from autograder.core.model import Outcome, Report, Text
from autograder.course import CourseAssignment
from autograder.grading.grader import Examined
from autograder.grading.time_budget import TimeBudget
from autograder.notebook import read, recover
from autograder.notebook.submission import Submission
from autograder.sandbox.host import Host
from autograder.viva.answer import Answer, answers
from autograder.viva.questions import Candidate, Question, Questioner
from autograder.viva.runs import Bench

SECONDS = 20.0
"""Of computing for one student's questions; a right answer's take a tenth of it."""
PARTS, MOST_TRIED, KINDS = 2, 5, 3
"""Parts asked about, and tried before fewer have to do, as with kinds of questions."""
LEAST = 80.0
"""Of a page for one question."""
PAGE, HEADING, CODE_ROW, ROW = 700.0, 22.0, 10.0, 13.0
"""Of one printed page below its title, in points, by the sizes in `viva.html`."""
CODE_COLUMNS, COLUMNS = 96, 92
"""Letters in a row; Chinese ones count twice."""


class ShownPart(msgspec.Struct, frozen=True):
    """A part's code as it is shown, the cells that it is from, and what does not hold of it."""

    id: str
    title: Text
    cells: tuple[int, ...]
    lines: tuple[tuple[int, str], ...]
    failed: tuple[Text, ...]

    @property
    def height(self) -> float:
        """On the sheet."""
        code = sum(_rows(text, CODE_COLUMNS) for _, text in self.lines)
        return HEADING + CODE_ROW * code + ROW * sum(_rows(one, COLUMNS) for one in self.failed)


class Talk(msgspec.Struct, frozen=True):
    """One student's questions, and the code that they are about."""

    student: str
    parts: tuple[ShownPart, ...]
    questions: tuple[Question, ...]


class Examination:
    """Makes the talks of a class with so many questions each; `only` is the one part asked about.

    Raises:
        CourseError: the assignment's checks or numbers cannot be read.
    """

    def __init__(self, where: CourseAssignment, host: Host, count: int, only: str = "") -> None:
        self._plan, self._edition, self._frame = where.plan, where.edition, read(where.released())
        self._released = "\n".join(cell.source for cell in self._frame.cells)
        self._host, self._count, self._only = host, count, only
        self._oracle = Oracle(where.plan)
        self._key = hashlib.blake2b(sets.read(where.plan.folder / "hidden").salt.encode()).digest()

    def examine(self, submission: Submission) -> Examined:
        """The talk about a submission, encoded as the evidence of a report without results.

        Raises:
            SubmissionUnreadable: there is no notebook in its file.
            GraderFault: the grader failed.
        """
        talk = msgspec.msgpack.encode(self.talk(submission))
        about = self._edition.id, self._edition.language, submission.digest, self._plan.digest
        return Examined(Report(*about, ()), talk)

    def talk(self, submission: Submission) -> Talk:
        """The talk itself; raises as `examine` does."""
        code = recover(read(submission.data), self._frame, self._plan.parts).code
        chance = self._chance(submission)
        every = answers(code, self._plan.parts, self._released)
        # What may cost only so much is judged in workers that never see a changed copy.
        wanted = [one for one in every if one.part.id not in self._oracle.limited]
        wanted = [one for one in wanted if self._only in ("", one.part.id)]
        # Parts that give more points are asked about more often.
        wanted.sort(key=lambda one: -(chance.random() ** (1 / max(one.part.points, 1))))
        asked = _Asked(self._count, chance, self._released, self._benches())
        for number, answer in enumerate(wanted[:MOST_TRIED], 1):
            asked.add(answer)
            last = number == min(len(wanted), MOST_TRIED)
            if (last or len(asked.shown) >= PARTS) and asked.is_enough():
                break
        return asked.talk(submission.student)

    def _benches(self) -> Callable[[Answer], Bench]:
        """New workers for one student's answers, which share a budget of time."""
        budget = TimeBudget(SECONDS)
        return lambda one: Bench(one, self._oracle, self._host, self._plan.limits, budget)

    def _chance(self, submission: Submission) -> random.Random:
        """Chance that only this course's salt, this student and these bytes decide on."""
        student = submission.student.encode("utf-8", "surrogateescape")
        words = b"viva " + bytes.fromhex(submission.digest) + student
        return random.Random(hashlib.blake2b(words, key=self._key).digest())


@dataclass
class _Asked:
    """The parts on one student's sheet, and what can be asked about them."""

    count: int
    chance: random.Random
    released: str
    bench: Callable[[Answer], Bench]
    shown: dict[str, ShownPart] = field(default_factory=dict)
    picked: list[Question] = field(default_factory=list)
    pool: list[tuple[float, Answer, Candidate]] = field(default_factory=list)

    def add(self, answer: Answer) -> None:
        """Find questions about an answer, if the page has room for its code."""
        part = ShownPart(answer.part.id, answer.part.title, answer.cells, answer.shown, ())
        height = sum(one.height for one in (part, *self.shown.values()))
        if height + self.count * LEAST > PAGE:
            return
        with closing(self.bench(answer)) as bench:
            if base := bench.of(answer.code.source):
                failed = [one for one, how in base.endings.items() if how is not Outcome.PASSED]
                sentences = tuple(bench.checks[one].sentence for one in failed)
                self.shown[part.id] = msgspec.structs.replace(part, failed=sentences)
                every = Questioner(bench, self.released, self.chance, answer, base).every()
                chance = self.chance.random
                self.pool += [(chance() + one.question.worth, answer, one) for one in every]

    def is_enough(self) -> bool:
        """Pick questions, and say whether there are enough, of enough kinds.

        None is about the line of another, which may give its answer away.
        """
        left, self.picked = self.pool, []
        while left and len(self.picked) < self.count:
            best = max(left, key=self._wanted)
            left, one = [each for each in left if each is not best], best[2].question
            if self._has_room(one) and self._is_certain(best[1], best[2]):
                self.picked.append(one)
                places = [(each, each[2].question) for each in left]
                left = [each for each, q in places if (q.part, q.line) != (one.part, one.line)]
        kinds = len({one.kind for one in self.picked})
        return len(self.picked) == self.count and kinds >= min(KINDS, self.count)

    def talk(self, student: str) -> Talk:
        """The sheet, with the questions in the order of their parts."""
        order = [id_ for id_ in self.shown if any(one.part == id_ for one in self.picked)]
        self.picked.sort(key=lambda one: order.index(one.part))
        return Talk(student, tuple(self.shown[id_] for id_ in order), tuple(self.picked))

    def _wanted(self, each: tuple[float, Answer, Candidate]) -> float:
        """What a question is worth beside those already picked."""
        one = each[2].question
        kinds, parts = ([getattr(q, name) for q in self.picked] for name in ("kind", "part"))
        return each[0] - 3 * kinds.count(one.kind) - parts.count(one.part)

    def _has_room(self, question: Question) -> bool:
        every = (*self.picked, question)
        parts = sum(self.shown[id_].height for id_ in {one.part for one in every})
        return parts + sum(map(_height, every)) <= PAGE

    def _is_certain(self, answer: Answer, one: Candidate) -> bool:
        """Whether another worker comes to the same: what chance decides has no answer."""
        if one.endings is None:
            return True
        with closing(self.bench(answer)) as bench:
            # Its own error is known by the answer as it is.
            bench.of(answer.code.source)
            run = bench.of(one.source)
        return run is not None and run.endings == one.endings


def _height(question: Question) -> float:
    """Of a question on the examiner's sheet, with its answer."""
    rows = sum(_rows(one.text, COLUMNS) for one in question.options) or 2
    said = sum(one.said is not None for one in question.options)
    return HEADING + ROW * (_rows(question.asked, COLUMNS) + rows + said)


def _rows(text: Text | str, columns: int) -> int:
    """The rows that a text takes, in the language in which it takes more."""
    both = (text.en, text.zh) if isinstance(text, Text) else (text,)
    wide = [sum(1 + (east_asian_width(letter) in "WF") for letter in one) for one in both]
    return max(1, *(math.ceil(width / columns) for width in wide))
