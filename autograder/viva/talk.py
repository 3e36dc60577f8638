"""What one student is asked: a few questions about a few parts, drawn from the course's salt."""

import hashlib
import random
from collections.abc import Iterable

import msgspec

from autograder.checks.suite import Oracle
from autograder.core.assignment import sets
from autograder.core.model import Examined, Outcome, Report, Text
from autograder.course import CourseAssignment
from autograder.notebook.answers import recover
from autograder.notebook.read import read
from autograder.notebook.submission import Submission
from autograder.sandbox.host import Host
from autograder.viva.answer import Answer, answers
from autograder.viva.questions import Question, Questioner
from autograder.viva.runs import Run, Runs

PARTS, MOST_TRIED = 2, 5
"""Parts on a sheet if they give enough questions, and tried before fewer have to do."""
KINDS = 3
MOST_LINES = 64
"""Of code on a sheet."""


class ShownPart(msgspec.Struct, frozen=True):
    """A part's code as it is shown, and what does not hold of it."""

    id: str
    title: Text
    cell: int
    lines: tuple[tuple[int, str], ...]
    failed: tuple[Text, ...]


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
        every = answers(code, self._plan.parts)
        wanted = [one for one in every if self._only in ("", one.part.id)]
        # Parts that give more points are asked about more often.
        wanted.sort(key=lambda one: -(chance.random() ** (1 / max(one.part.points, 1))))
        runs = Runs(self._oracle, self._host, self._plan.limits)
        return self._asked(submission.student, wanted, runs, chance)

    def _chance(self, submission: Submission) -> random.Random:
        """Chance that only this course's salt, this student and these bytes decide on."""
        student = submission.student.encode("utf-8", "surrogateescape")
        words = b"viva " + bytes.fromhex(submission.digest) + student
        return random.Random(hashlib.blake2b(words, key=self._key).digest())

    def _asked(
        self, student: str, ordered: list[Answer], runs: Runs, chance: random.Random
    ) -> Talk:
        text = "\n".join(cell.source for cell in self._frame.cells)
        shown: dict[str, ShownPart] = {}
        pool, picked, lines = list[Question](), list[Question](), 0
        for answer in ordered[:MOST_TRIED]:
            base = runs.of(answer, answer.cell.source)
            if base is None or lines + len(answer.shown) > MOST_LINES:
                continue
            if more := list(Questioner(runs, text, chance, answer, base).every()):
                shown[answer.part.id] = _shown(answer, base, runs)
                lines += len(answer.shown)
            pool += more
            picked = _picked(pool, self._count, chance)
            kinds = len({one.kind for one in picked})
            if (
                len(shown) >= PARTS
                and len(picked) == self._count
                and kinds >= min(KINDS, self._count)
            ):
                break
        order = [id_ for id_ in shown if any(one.part == id_ for one in picked)]
        picked.sort(key=lambda one: order.index(one.part))
        return Talk(student, tuple(shown[id_] for id_ in order), tuple(picked))


def _shown(answer: Answer, base: Run, runs: Runs) -> ShownPart:
    checks, part = runs.checks(answer.part), answer.part
    failed = (checks[one] for one, how in base.endings.items() if how is not Outcome.PASSED)
    sentences = tuple(check.sentence for check in failed)
    return ShownPart(part.id, part.title, answer.cell.number, tuple(answer.shown), sentences)


def _picked(pool: Iterable[Question], count: int, chance: random.Random) -> list[Question]:
    """So many of them, none about the line of another, which may give its answer away."""
    left = [(chance.random() + one.worth, one) for one in pool]
    picked: list[Question] = []

    def wanted(each: tuple[float, Question]) -> float:
        kinds, parts = ([getattr(one, name) for one in picked] for name in ("kind", "part"))
        return each[0] - 3 * kinds.count(each[1].kind) - parts.count(each[1].part)

    while left and len(picked) < count:
        best = max(left, key=wanted)[1]
        picked.append(best)
        left = [one for one in left if (one[1].part, one[1].line) != (best.part, best.line)]
    return picked
