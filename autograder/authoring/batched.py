"""Many specimens in one notebook, one for each part: a tenth of the audit's work.

What a specimen does to its own part is read from its pack; the other parts are taken from the
reference, so whether a mistake costs a neighbour anything is the whole audit's to find out. A
specimen whose part ends in a way that a pack may have caused is tried again alone.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec

from autograder.authoring import result_observer
from autograder.authoring.audit import LAZY, WRONG, Trial, part_of
from autograder.authoring.make import NotebookBuilder, notebook_with
from autograder.authoring.specimens import Specimen
from autograder.core.errors import CourseError
from autograder.core.model import Outcome, Report
from autograder.grading.pool import Graded

BySet = Mapping[int, tuple[Trial, ...]]
"""Trials by the set of numbers that judges them."""
Results = dict[int, dict[str, Graded]]
Grade = Callable[[BySet], Results]

OWN = (Outcome.PASSED, Outcome.FAILED, Outcome.RAISED)
"""What an answer comes to by itself; a lost worker or used up time may be a neighbour's doing."""


def graded(
    every: tuple[Trial, ...], numbers: Iterable[int], solved: NotebookBuilder, grade: Grade
) -> Results:
    """A result for every trial by each of the sets, most of them from packs."""
    whole = tuple(trial for trial in every if trial.specimen is None)
    packs = tuple(_packs(every))
    notebooks = (*whole, *(_notebook(pack, solved) for pack in packs))
    results = grade(dict.fromkeys(numbers, notebooks))
    found = {number: _apart(whole, packs, mine) for number, mine in results.items()}
    doubtful = {
        number: tuple(one for one in every if one.specimen and _doubtful(one, mine[one.id]))
        for number, mine in found.items()
    }
    for number, mine in grade(doubtful).items():
        found[number] |= mine
    return found


def _apart(
    whole: tuple[Trial, ...], packs: tuple[tuple[Trial, ...], ...], results: Mapping[str, Graded]
) -> dict[str, Graded]:
    reference = results["reference"].report
    if reference is None:
        raise CourseError(f"the solution: {results['reference'].problem}")
    found = {trial.id: results[trial.id] for trial in whole}
    for pack in packs:
        for trial in pack:
            found[trial.id] = _unpacked(trial, results[_name(pack)], reference)
    return found


def _packs(every: tuple[Trial, ...]) -> Iterator[tuple[Trial, ...]]:
    """Mistakes with mistakes and alternatives with alternatives, each pack with other parts."""
    for kind in (*WRONG, "alternative", LAZY):
        packs: list[list[Trial]] = []
        for trial in (one for one in every if one.kind == kind):
            fitting = (pack for pack in packs if all(_strangers(trial, one) for one in pack))
            pack = next(fitting, None)
            if pack is None:
                packs.append(pack := [])
            pack.append(trial)
        yield from map(tuple, packs)


def _strangers(one: Trial, other: Trial) -> bool:
    """Whether neither uses the other's part: beside it, a user fails in another way than alone."""
    return not (_uses(one, other.part) or _uses(other, one.part))


def _uses(trial: Trial, part: str) -> bool:
    cells = trial.specimen.cells if trial.specimen else ()
    return trial.part == part or any(part in cell for cell in cells)


def _name(pack: tuple[Trial, ...]) -> str:
    return f"pack of {pack[0].id}"


def _notebook(pack: tuple[Trial, ...], solved: NotebookBuilder) -> Trial:
    specimens: list[Specimen] = [trial.specimen for trial in pack if trial.specimen]
    parts = "+".join(trial.part for trial in pack)
    return Trial(_name(pack), "pack", parts, notebook_with(solved, *specimens).bytes())


def _unpacked(trial: Trial, result: Graded, reference: Report) -> Graded:
    """What the specimen's own part came to, in a report that is the reference's elsewhere."""
    if result.report is None:
        return Graded(trial.id, None, result.problem)
    mine = part_of(result.report, trial.part)
    parts = tuple(mine if part.id == trial.part else part for part in reference.parts)
    seen = result_observer.own(result_observer.read(result.evidence), trial.part)
    report = msgspec.structs.replace(reference, parts=parts)
    return Graded(trial.id, report, evidence=msgspec.msgpack.encode(seen))


def _doubtful(trial: Trial, result: Graded) -> bool:
    if result.report is None:
        return True
    part = part_of(result.report, trial.part)
    surprise = (part.points == part.max_points) == (trial.kind in (*WRONG, LAZY))
    return surprise or any(check.outcome not in OWN for check in part.checks)
