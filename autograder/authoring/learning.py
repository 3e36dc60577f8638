"""What is found out with the solution and the specimens: requests, fingerprints, known pairs."""

import secrets
import sys
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path

import msgspec

from autograder.authoring import catalogue
from autograder.authoring.audit import problems
from autograder.authoring.pairs import pairs
from autograder.authoring.specimens import mistakes
from autograder.authoring.trial_grading import Shown, TrialGrading
from autograder.authoring.trials import LAZY, WRONG, asked, part_of, trial_of
from autograder.checks.collect import collected
from autograder.checks.references import PUBLISHED_SETS, SETS, decode, drawn
from autograder.core import atomic_file
from autograder.core.assignment.load import ANSWERS, FINGERPRINTS, PAIRS
from autograder.core.assignment.sets import EXAMPLE, Sets
from autograder.core.errors import CourseError
from autograder.core.model import PartResult, Report
from autograder.grading.grader import SubmissionGrader
from autograder.grading.known_pairs import KnownPair, KnownPairs
from autograder.grading.naming import BOTH, Catalogue
from autograder.grading.proven_slips import PartAnswers, packed_answers, unpacked
from autograder.notebook.answers import recover
from autograder.notebook.calls import Source
from autograder.notebook.read import read

AT_ONCE = 400
"""Pairs whose notebooks are in memory at a time; there are ten thousand."""

Answers = dict[str, dict[str, tuple[str, ...]]]
"""Cells by part and by the ids of the mistakes in them."""


class Learning(TrialGrading):
    def reseed(self, shown: Shown, salt: str = "") -> Path:
        """Draw the numbers, from a secret salt if none is named; the file replaced in one step."""
        # A salt that was typed is known to somebody.
        count = PUBLISHED_SETS if salt else SETS
        print(f"{self.edition.id}: drawing {count} sets of hidden numbers", file=sys.stderr)
        numbers = drawn(self.assignment, salt or secrets.token_hex(16), count, published=bool(salt))
        return self.completed(numbers, shown).write(self.assignment.folder / "hidden")

    def completed(self, drawn: Sets, shown: Shown = lambda ready, _: ready) -> Sets:
        """The sets with the requests of the solution; a CourseError if it cannot be graded."""
        by_set = dict.fromkeys((*range(len(drawn.sets)), EXAMPLE), self.of_kind("reference"))
        cases = collected(self.assignment, decode(drawn.sets[0].references))
        # Megabytes, which nobody reads: a case with limits is never asked ahead.
        limited = frozenset(case.key for case in cases if case.allowed)
        with self.host, self.copy(drawn) as assignment:
            results = self.graded(by_set, shown, partial(asked, limited), assignment=assignment)
        graded = [result for by_trial in results.values() for result in by_trial.values()]
        if problem := next((line for result in graded for line in problems(result)), None):
            raise CourseError(
                f"the solution of {self.assignment.id}, by the new numbers: {problem}"
            )
        return drawn.with_scripts([result.evidence for result in graded])

    def catalogue(self, shown: Shown) -> Catalogue:
        """The fingerprints of all mistakes, and of lazy answers, by the example numbers."""
        solution, lazy = self.of_kind("reference"), self.of_kind(LAZY)
        with self.host:
            # By themselves: beside a changed answer that it uses, a specimen fails in another way.
            trials = (*solution, *self.of_kind(*WRONG))
            wrong = self.packed((EXAMPLE,), shown, trials)[EXAMPLE]
            by_id = self.packed((EXAMPLE,), shown, (*solution, *lazy))[EXAMPLE]
        known = catalogue.of_mistakes(wrong.values())
        lazy_answers = catalogue.of_lazy_answers(known, (by_id[trial.id] for trial in lazy))
        return Catalogue(known.known, lazy_answers)

    def with_mistake(self, id_: str, student: PartResult, shown: Shown) -> Catalogue:
        """The catalogue with the fingerprints of this specimen too; a CourseError if in the
        solution's place the answer does not fail as the `student`'s did.
        """
        tried = tuple(trial for trial in self.trials if trial.specimen and trial.specimen.id == id_)
        with self.host as host:
            grader = SubmissionGrader(self.assignment, self.edition, self.frame, host)
            _check_same(grader.report(tried[0].data), student)
            results = self.graded({EXAMPLE: tried}, shown)[EXAMPLE]
        before = Catalogue.read(self.assignment)
        known = (*before.known, *catalogue.of_mistakes(results.values()).known)
        return Catalogue(known, before.lazy)

    def write(self, known: Catalogue) -> None:
        # The names last: no mistake is known without its code, whenever this is interrupted.
        before, of_pairs = packed_answers(self.assignment), Answers()
        for part in self.assignment.parts:
            answers = unpacked(before.get(part.id, b"")).answers
            of_pairs[part.id] = {id_: code for id_, code in answers.items() if BOTH in id_}
        self._write_answers(of_pairs)
        self._write(FINGERPRINTS, known)

    def write_pairs(self, known: KnownPairs) -> None:
        answers: Answers = {part.id: {} for part in self.assignment.parts}
        for pair in pairs(self.assignment):
            answers[pair.answer.part][BOTH.join(sorted(pair.made))] = pair.answer.cells
        self._write_answers(answers)
        self._write(PAIRS, known.parts)

    def _write_answers(self, of_pairs: Answers) -> None:
        """Write the specimens' code as grading takes it: to be run with the hidden numbers."""
        for specimen in mistakes(self.assignment):
            of_pairs[specimen.part][specimen.id] = specimen.cells
        code = recover(read(self.solved.bytes()), read(self.frame), self.assignment.parts).code
        source, packed = Source(code), dict[str, bytes]()
        for part in self.assignment.parts:
            index, cells = source.cell_of(part), source.cells_to_run([part])
            right = next((cell.source for cell in code if cell.index == index), "")
            before = (cell.source for cell in code if cell.index in cells and cell.index != index)
            answers = dict(sorted(of_pairs[part.id].items()))
            packed[part.id] = PartAnswers(right, tuple(before), answers).packed()
        self._write(ANSWERS, packed)

    def _write(self, name: str, learnt: object) -> None:
        file, data = self.assignment.folder / "hidden" / name, msgspec.msgpack.encode(learnt)
        atomic_file.write(file, data, atomic_file.AS_OTHERS)

    def pairs(self, shown: Shown) -> KnownPairs:
        by_part: dict[str, list[KnownPair]] = {}
        solution, queue = self.of_kind("reference"), pairs(self.assignment)
        with self.host, self.copy(self.sets()) as assignment:
            # What is known of pairs so far would name them.
            (assignment.folder / "hidden" / PAIRS).unlink(missing_ok=True)
            while batch := dict(enumerate(islice(queue, AT_ONCE))):
                trials = (trial_of(pair.answer, "mistake", self.solved) for pair in batch.values())
                named = (replace(trial, id=f"pair {n}") for n, trial in enumerate(trials))
                results = self.packed((EXAMPLE,), shown, (*solution, *named), assignment)[EXAMPLE]
                for number, pair in batch.items():
                    part = results[f"pair {number}"].part
                    # Of errors alone nobody can say whose they are.
                    if part and part.unnamed and any(part.unnamed.values):
                        known_pair = KnownPair(part.unnamed, tuple(sorted(pair.made)))
                        by_part.setdefault(part.id, []).append(known_pair)
        return KnownPairs({part: tuple(known) for part, known in sorted(by_part.items())})


def _check_same(report: Report, student: PartResult) -> None:
    """Refuse an answer that fails otherwise than a student's did, or costs another part points."""
    part_id, part, theirs = student.id, part_of(report, student.id), student.unnamed
    checks, others = ([(one.id, one.outcome) for one in side.checks] for side in (part, student))
    # Of errors alone the form of the code is compared, which is written anew in a specimen.
    same = part.unnamed and theirs and (part.unnamed.agrees(theirs) or not any(theirs.values))
    if checks != others or not same:
        raise CourseError(
            f"in the solution's place this answer to {part_id} does not fail as it did for the "
            "student (it needs something else of that notebook); choose another with --student"
        )
    lost = [one.id for one in report.parts if one.id != part_id and one.points < one.max_points]
    if lost:
        raise CourseError(
            f"in the solution's place this answer costs {', '.join(lost)} points too; choose "
            "another with --student"
        )
