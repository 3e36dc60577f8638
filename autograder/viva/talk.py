"""What one student is asked: a few questions about a few parts, drawn from the course's salt."""

import hashlib
import math
import random
from collections.abc import Iterable, Mapping
from unicodedata import east_asian_width

import msgspec

from autograder.checks.suite import Oracle
from autograder.core.assignment import sets
from autograder.core.model import Outcome, Report, Text
from autograder.course import CourseAssignment
from autograder.grading.grader import Examined
from autograder.notebook import read, recover
from autograder.notebook.submission import Submission
from autograder.sandbox.host import Host
from autograder.viva.answer import Answer, answers
from autograder.viva.questions import Candidate, Question, Questioner
from autograder.viva.runs import Run, Runs

PARTS, MOST_TRIED = 2, 5
"""Parts on a sheet if they give enough questions, and tried before fewer have to do."""
KINDS = 3
PAGE, HEADING, CODE_ROW, ROW = 700.0, 24.0, 11.0, 14.0
"""Of one printed page below its title, in points, by the sizes in `viva.html`."""
CODE_COLUMNS, COLUMNS = 92, 88
"""Letters in a row; Chinese ones count twice."""


class ShownCell(msgspec.Struct, frozen=True):
    """The lines of a cell with their numbers."""

    number: int
    lines: tuple[tuple[int, str], ...]


class ShownPart(msgspec.Struct, frozen=True):
    """A part's code as it is shown, and what does not hold of it."""

    id: str
    title: Text
    cells: tuple[ShownCell, ...]
    failed: tuple[Text, ...]

    @property
    def height(self) -> float:
        """On the sheet."""
        code = sum(_rows(text, CODE_COLUMNS) for one in self.cells for _, text in one.lines)
        failed = sum(_rows(one, COLUMNS) for one in self.failed)
        return HEADING * (1 + len(self.cells)) + CODE_ROW * code + ROW * failed


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
        shown: dict[str, ShownPart] = {}
        pool, picked, enough = list[tuple[float, Candidate]](), list[Question](), 0
        for answer in ordered[:MOST_TRIED]:
            base = runs.of(answer)
            if base is None or (part := _shown(answer, base, runs)).height > PAGE:
                continue
            shown[part.id], enough = part, enough + 1
            found = Questioner(runs, self._released, chance, answer, base).every()
            pool += [(chance.random() + one.question.worth, one) for one in found]
            picked = _picked(pool, self._count, shown)
            kinds = len({one.kind for one in picked})
            if enough >= PARTS and len(picked) == self._count and kinds >= min(KINDS, len(picked)):
                break
        order = [id_ for id_ in shown if any(one.part == id_ for one in picked)]
        picked.sort(key=lambda one: order.index(one.part))
        return Talk(student, tuple(shown[id_] for id_ in order), tuple(picked))


def _shown(answer: Answer, base: Run, runs: Runs) -> ShownPart:
    checks, part = runs.checks(answer.part), answer.part
    failed = (checks[one] for one, how in base.endings.items() if how is not Outcome.PASSED)
    cells = tuple(ShownCell(one.code.number, one.shown) for one in answer.cells)
    return ShownPart(part.id, part.title, cells, tuple(check.sentence for check in failed))


def _picked(
    pool: Iterable[tuple[float, Candidate]], count: int, parts: Mapping[str, ShownPart]
) -> list[Question]:
    """So many certain ones that a page has room for.

    None is about the line of another, which may give its answer away.
    """
    left, picked = list(pool), list[Question]()

    def wanted(each: tuple[float, Candidate]) -> float:
        one = each[1].question
        kinds, same = ([getattr(q, name) for q in picked] for name in ("kind", "part"))
        return each[0] - 3 * kinds.count(one.kind) - same.count(one.part)

    while left and len(picked) < count:
        best = max(left, key=wanted)
        left.remove(best)
        one = best[1].question
        about = {parts[q.part] for q in (*picked, one)}
        height = sum(part.height for part in about) + sum(map(_height, (*picked, one)))
        if height <= PAGE and best[1].certain():
            picked.append(one)
            left = [
                e for e in left if (e[1].question.part, e[1].question.line) != (one.part, one.line)
            ]
    return picked


def _height(question: Question) -> float:
    """Of a question on the examiner's sheet, with its answer and the reason."""
    said = sum(_rows(one.text, COLUMNS) + (one.said is not None) for one in question.options)
    return HEADING + ROW * (_rows(question.asked, COLUMNS) + max(said, 2) + 1)


def _rows(text: Text | str, columns: int) -> int:
    """The rows that a text takes, in the language in which it takes more."""
    both = (text.en, text.zh) if isinstance(text, Text) else (text,)
    wide = [sum(1 + (east_asian_width(letter) in "WF") for letter in one) for one in both]
    return max(1, *(math.ceil(width / columns) for width in wide))
