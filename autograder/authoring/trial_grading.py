"""Grading an assignment's trials on all cores, by any of its sets of numbers.

Many specimens, one for each part, go into one notebook: a tenth of the work. Whether a mistake
costs another part anything is for trials by themselves to find out.
"""

import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import msgspec

from autograder.authoring.make import NotebookBuilder, notebook_with
from autograder.authoring.trials import LAZY, WRONG, Results, Trial, TrialResult, observed, trials
from autograder.cluster.assignment_bundle import AssignmentBundle
from autograder.core.assignment import sets
from autograder.core.assignment.plan import Assignment
from autograder.core.assignment.sets import Sets
from autograder.core.errors import CourseError
from autograder.core.model import Graded, Outcome
from autograder.course import CourseAssignment
from autograder.grading.grader import Observer, SubmissionGrader
from autograder.grading.pool import grade_all, lanes
from autograder.notebook.build import source_notebook
from autograder.notebook.submission import Submission
from autograder.sandbox.host import warm_host
from autograder.sandbox.isolation import Rings

PACK = "pack"
"""Judged in the parts of its specimens alone."""
Shown = Callable[[Iterable[Graded], int], Iterable[Graded]]
"""Wraps the results, whose number is given, to show progress."""
OWN = (Outcome.PASSED, Outcome.FAILED, Outcome.RAISED, Outcome.NOT_RUN)
"""What an answer comes to by itself; a lost worker or used up time may be a neighbour's doing."""


class TrialGrading:
    """The trials of one assignment, in `jobs` processes (0: as usual), inside `with self.host`."""

    def __init__(self, root: Path, assignment_id: str, rings: Rings, jobs: int = 0) -> None:
        self._loaded = CourseAssignment.find(root, assignment_id).loaded()
        self.assignment, self.edition, self.frame = self._loaded
        self.solved = NotebookBuilder.of(source_notebook(self.assignment, self.edition.language))
        self.trials = tuple(trials(self.assignment, self.edition.language, self.frame))
        self.host = warm_host(self.assignment, rings)
        self.jobs = jobs or lanes()

    def sets(self) -> Sets:
        return sets.read(self.assignment.folder / "hidden")

    def of_kind(self, *kinds: str) -> tuple[Trial, ...]:
        return tuple(trial for trial in self.trials if trial.kind in kinds)

    @contextmanager
    def copy(self, numbers: Sets) -> Iterator[Assignment]:
        bundle = AssignmentBundle(self._loaded)
        with tempfile.TemporaryDirectory() as folder:
            assignment = bundle.unpack(Path(folder))
            numbers.write(assignment.folder / "hidden")
            yield assignment

    def packed(
        self, numbers: Iterable[int], shown: Shown, trials: tuple[Trial, ...],
        assignment: Assignment | None = None,
    ) -> Results:  # fmt: skip
        """A result for every trial by each of the sets; that of a specimen is of its own part."""
        packed = [(self._together(pack), pack) for pack in packs(trials)]
        notebooks = (*(one for one in trials if not one.specimen), *(pack for pack, _ in packed))
        results = self.graded(dict.fromkeys(numbers, notebooks), shown, assignment=assignment)
        doubtful = {}
        for number, by_id in results.items():
            if by_id["reference"].report is None:
                raise CourseError(f"the solution: {by_id['reference'].problem}")
            by_id |= {one.id: _part_of(by_id[p.id], one) for p, pack in packed for one in pack}
            again = (trial for trial in trials if trial.specimen and _is_doubtful(by_id[trial.id]))
            doubtful[number] = tuple(replace(trial, kind=PACK) for trial in again)
        # Alone: the others of its notebook may be the cause.
        for number, alone in self.graded(doubtful, shown, assignment=assignment).items():
            by_id = results[number]
            by_id |= {id_: replace(result, trial=by_id[id_].trial) for id_, result in alone.items()}
        return {n: {trial.id: by_id[trial.id] for trial in trials} for n, by_id in results.items()}

    def _together(self, pack: tuple[Trial, ...]) -> Trial:
        data = notebook_with(self.solved, *(trial.specimen for trial in pack if trial.specimen))
        parts = "+".join(trial.part for trial in pack)
        return Trial(f"pack of {pack[0].id}", PACK, parts, data.bytes())

    def graded(
        self, by_set: Mapping[int, tuple[Trial, ...]], shown: Shown, seen: Observer = observed, *,
        assignment: Assignment | None = None, discloses: bool = False, share: float = 1.0,
    ) -> Results:  # fmt: skip
        """What every trial comes to by the set that it is for, with a `share` of what cases allow.

        Mistakes have their marks only if it `discloses` why checks fail, which takes longer.
        """
        trials = {f"{number} {one.id}": one for number, some in by_set.items() for one in some}
        submissions = {id_: Submission.of(id_, trial.data) for id_, trial in trials.items()}
        judged = {
            id_: frozenset(trial.part.split("+"))
            for id_, trial in trials.items()
            if trial.kind in (PACK, "mutant")
        }
        grader = SubmissionGrader(
            assignment or self.assignment, self.edition, self.frame, self.host, seen,
            lambda id_, _: int(id_.partition(" ")[0]),
            discloses=discloses, judged=judged.get, share=share,
        )  # fmt: skip
        ready = grade_all(grader.examine, submissions, self.jobs)
        results: Results = {number: {} for number in by_set}
        graded = {item.student: item for item in shown(ready, len(submissions))}
        for id_, trial in trials.items():
            item = graded[id_]
            result = TrialResult(trial, item.report, item.problem, item.evidence)
            results[int(id_.partition(" ")[0])][trial.id] = result
        return results


def packs(trials: Iterable[Trial]) -> Iterator[tuple[Trial, ...]]:
    """Trials of one kind, none of which uses the part of another: there it would fail otherwise."""
    for kind in (*WRONG, "alternative", LAZY):
        filled: list[list[Trial]] = []
        for trial in (trial for trial in trials if trial.kind == kind):
            for pack in filled:
                if not any(_uses(trial, other.part) or _uses(other, trial.part) for other in pack):
                    pack.append(trial)
                    break
            else:
                filled.append([trial])
        yield from map(tuple, filled)


def _uses(trial: Trial, part: str) -> bool:
    cells = trial.specimen.cells if trial.specimen else ()
    return trial.part == part or any(part in cell for cell in cells)


def _part_of(pack: TrialResult, trial: Trial) -> TrialResult:
    if report := pack.report:
        parts = tuple(part for part in report.parts if part.id == trial.part)
        report = msgspec.structs.replace(report, parts=parts)
    return replace(pack, trial=trial, report=report)


def _is_doubtful(result: TrialResult) -> bool:
    checks = result.part.checks if result.part else ()
    surprise = result.full == (result.trial.kind in (*WRONG, LAZY))
    return surprise or any(check.outcome not in OWN for check in checks)
