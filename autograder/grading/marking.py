"""The parts of a submission with their points: by checks, by proven slips, or as corrected.

What an answer comes to with a change made by rule is found out like the answer itself. The change
that brings most is kept, and then perhaps another one, up to `MOST_CHANGES`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType
from typing import NamedTuple

from msgspec.structs import replace

from autograder.checks.fingerprints import UNKNOWN, fingerprint
from autograder.checks.results import CaseResult, CheckInfo, check_of
from autograder.core.assignment.plan import Assignment, Part
from autograder.core.assignment.sets import EXAMPLE
from autograder.core.marks import Costs, by_checks
from autograder.core.model import Mistake, Outcome, PartResult, Slip
from autograder.corrections.candidates import (
    GUESSES,
    RULES,
    SURE,
    Correction,
    corrections,
    guesses,
    with_biases,
)
from autograder.corrections.one_place import leaves_aside
from autograder.grading.attempt import HANGS, Answer, Fits, Judge, Results
from autograder.grading.known_pairs import KnownPairs, divided
from autograder.grading.naming import Catalogue
from autograder.grading.proven_slips import ProvenSlips, RunSpecimen
from autograder.grading.score import part_results
from autograder.notebook.read import Code
from autograder.wire.places import PLACE

BY_RULE = "-"
"""In the id of a mistake that a rule named in a right answer: a change in this answer says more."""
WITHOUT_VALUES = (Outcome.RAISED, Outcome.MISSING)
FAILURES = (*WITHOUT_VALUES, Outcome.FAILED)
OWN_ERROR = "own_error"
MOST_LIKE = 4
"""Guesses with which a known mistake may be left: each takes workers."""
MOST_CHANGES = 4
"""Rounds, each of which keeps one: an answer that needs more is not right but for a slip."""


class Rank(NamedTuple):
    """How much of a part is right, or at least can be judged, whatever mistakes cost."""

    full: bool
    proven: float
    """One by the number of proven mistakes; 0 if none is proven."""
    points: float
    reached: int
    line: int


@dataclass(frozen=True)
class Tried:
    """An answer with the changes that were made so far: its part, its results and its code."""

    part: PartResult
    results: Results
    code: tuple[Code, ...]

    def rank(self, sure: bool) -> Rank:
        """Behind a `sure` change another error is the next mistake, if its line comes later. Any
        other one is a guess, which an error or a wrong shape behind it refutes.
        """
        part = self.part
        outcomes = [check.outcome for check in part.checks]
        full = all(one is Outcome.PASSED for one in outcomes)
        reached = sum(one in (Outcome.PASSED, Outcome.FAILED) for one in outcomes)
        compared = (o.compared for o in self.results if o.part == part.id and o.compared)
        misshapen = any(mine.shape != right.shape for _, mine, right in compared)
        if not sure and (reached < len(outcomes) or misshapen):
            reached = 0
        lines = (PLACE.search(one.detail.en) for one in part.checks if sure and one.detail)
        later = sum(int(place[2]) for place in lines if place)
        return Rank(full, 1 / len(part.slips) if part.slips else 0, by_checks(part), reached, later)


class Marking:
    """Names the mistakes of an assignment, and marks what is right beside them."""

    def __init__(
        self, assignment: Assignment, checks: tuple[CheckInfo, ...], run: RunSpecimen
    ) -> None:
        self._assignment = assignment
        self._checks = checks
        self._catalogue = Catalogue.read(assignment)
        self._pairs = KnownPairs.read(assignment)
        self._proven = ProvenSlips(assignment, run, self._catalogue)
        # The course's costs change without anything being graded again: no change hangs on them.
        self._costs = Costs(Costs.read(assignment).kinds, course={})

    def parts(
        self, judge: Judge, results: Results, forms: Mapping[str, str]
    ) -> tuple[PartResult, ...]:
        """Every part with its points; `forms` by part. Raises GraderFault if one is not judged."""
        attempt = judge.attempt
        found = {part.id: part for part in self._named(results, forms)}
        # Where nobody is told why checks fail, nothing is known of mistakes either.
        is_told = attempt.discloses and attempt.number != EXAMPLE
        for planned in attempt.answer.parts if is_told else ():
            part = found[planned.id]
            faults = any(check.outcome is Outcome.GRADER_FAULT for check in part.checks)
            if not faults and part.points != part.max_points:
                part = self._with_slips(part, results, attempt.number)
                part = part if part.slips else self._with_biases(judge, planned, part)
                found[planned.id] = self._or_corrected(judge, planned, part, results)
        return tuple(map(self._costs.priced, found.values()))

    def _or_corrected(
        self, judge: Judge, planned: Part, part: PartResult, results: Results
    ) -> PartResult:
        """The part, or what it comes to with changes. These are tried where no mistake is proven,
        and where the proven one takes all points (its values may be anybody's), or a rule named it.
        """
        points = self._costs.priced(part).points
        by_rule = any(BY_RULE in slip.mistake.id for slip in part.slips)
        if part.slips and points and not by_rule:
            return part
        other = self._corrected(judge, planned, replace(part, slips=()), results)
        earned = self._costs.priced(other).points
        # Another known mistake behind the change explains no more than the one that is proven.
        behind = other.corrected.slips if other.corrected else ()
        better = other.slips and earned and earned >= points and not behind
        return other if better or not part.slips else part

    def _named(
        self, results: Results, forms: Mapping[str, str] = MappingProxyType({})
    ) -> tuple[PartResult, ...]:
        parts = part_results(self._assignment, self._checks, results, self._catalogue, forms)
        return tuple(self._pairs.applied(part, self._catalogue) for part in parts)

    def _with_slips(self, part: PartResult, results: Results, number: int) -> PartResult:
        found = self._proven.of(part, results, number)
        cases = Counter(one.check for one in results if one.part == part.id)
        slips = tuple(Slip(one, most=self._taken_alone(part, one, cases)) for one in found)
        part = replace(part, slips=slips)
        told = {one.id for check in part.checks for one in check.mistakes}
        if told.issuperset(one.id for one in found):
            return part
        failed = [check.id for check in part.checks if check.failed]
        named = divided(failed, [(one,) for one in found], self._catalogue)
        checks = (replace(one, mistakes=named.get(one.id, one.mistakes)) for one in part.checks)
        return replace(part, checks=tuple(checks), unnamed=None)

    def _with_biases(self, judge: Judge, planned: Part, part: PartResult) -> PartResult:
        """The part with what is proven once its layers have biases, which may be left open."""
        answers, attempt = self._proven.answers(planned.id), judge.attempt
        code = with_biases(attempt.answer.code, planned, answers.right)
        if code is None:
            return part
        results = judge.again(Answer((planned,), code))
        named = next(one for one in self._named(results) if one.id == planned.id)
        found = self._with_slips(named, results, attempt.number)
        alike = all(a.outcome is b.outcome for a, b in zip(part.checks, found.checks, strict=True))
        return found if found.slips and alike else part

    def _taken_alone(self, part: PartResult, mistake: Mistake, cases: Counter[str]) -> float:
        """The points that checks take where a mistake is the only one."""
        known = self._catalogue.find(mistake.id)
        failed = Counter(map(check_of, known.prints)) if known else Counter[str]()
        checks = tuple(
            replace(
                one,
                outcome=Outcome.FAILED if failed[one.id] else Outcome.PASSED,
                mostly=2 * failed[one.id] < cases[one.id],
            )
            for one in part.checks
        )
        return round(part.max_points - by_checks(replace(part, checks=checks)), 2)

    def _corrected(
        self, judge: Judge, planned: Part, part: PartResult, seen: Results
    ) -> PartResult:
        """The part as it is judged with a change, or a few; `seen` are its results without."""
        best = gained = Tried(part, seen, judge.attempt.answer.code)
        slips, charged = list[Slip](), tuple[Slip, ...]()
        while len(slips) < MOST_CHANGES and not _explained(best.part):
            found = self._next(judge, planned, part, best)
            if found is None:
                break
            change, tried = found
            slips.append(self._by_known_name(change.slip(planned), part))
            # What changes nothing is charged only on the way to something that does.
            if tried.rank(change.sure) > best.rank(change.sure):
                charged, gained = tuple(slips), tried
            best = tried
        return replace(part, slips=charged, corrected=gained.part) if charged else _unnamed(part)

    def _next(
        self, judge: Judge, planned: Part, part: PartResult, before: Tried
    ) -> tuple[Correction, Tried] | None:
        """The change that brings most; else the first sure one, as the next may lie behind it."""
        kept = even = None
        for change in self._changes(judge, planned, before):
            results = judge.again(Answer((planned,), change.code))
            named = next(one for one in self._named(results) if one.id == planned.id)
            named = _kept(named, part) if change.id == OWN_ERROR else named
            found = self._with_slips(named, results, judge.attempt.number)
            if change.id in GUESSES and not _is_accepted(change, part, found):
                continue
            tried, best = Tried(found, results, change.code), kept[1] if kept else before
            rank, least = tried.rank(change.sure), best.rank(change.sure)
            if rank > least:
                kept, best = (change, tried), tried
            elif rank._replace(line=0) == least._replace(line=0) and change.sure and not even:
                even = change, tried
            # A bracket may have been set in a wrong place: with another one more may be right.
            if best.part.points == part.max_points or (_explained(best.part) and change.sure):
                break
        return kept or even

    def _changes(self, judge: Judge, planned: Part, before: Tried) -> Iterator[Correction]:
        """What may make the part right; of guesses those that pass a case that failed, and those
        that have a known mistake in one of the main check.
        """
        part, code, parts = before.part, before.code, self._assignment.parts
        right, errors = self._proven.answers(planned.id).right, _errors(part)
        wrong = any(one.value and one.outcome is Outcome.FAILED for one in part.checks)
        yield from corrections(code, planned, parts, right, errors)
        # An answer that hangs would take its time for each guess.
        hangs = any(check.outcome in HANGS for check in part.checks)
        tried = [] if hangs else [*guesses(code, planned, parts, right, errors, wrong)]
        failed = [o for o in before.results if o.part == planned.id and o.outcome in FAILURES]
        if not tried or not failed:
            return
        named = {check.id for check in part.checks if check.mistakes}
        main = part.main_check.id if part.main_check else ""
        of_main = [one.key for one in failed if one.check == main][:1]
        # A known mistake in the main check may be another's: what it leaves open is asked first.
        first = min(failed, key=lambda one: (one.check in named, one.check != main))
        cases = dict.fromkeys((first.key, *of_main))
        answers = [Answer((planned,), one) for one in (code, *(change.code for change in tried))]
        yield from (tried[number - 1] for number in judge.fitting(answers, cases))
        # Asked for more if none of these makes everything right.
        for case in of_main:
            numbers = judge.fitting(answers, [case], self._known_in(case, part.max_points))
            alike = (tried[number - 1] for number in numbers)
            near = (one for one in alike if not leaves_aside(code, one.code))
            yield from islice(near, MOST_LIKE)

    def _known_in(self, case: str, most: float) -> Fits:
        """Whether a result of this case is that of a known mistake, and no other's.

        Mistakes that take all points are left out: a guess that removes a step would look like one
        of those, whatever was wrong before.
        """
        every = (one for one in self._catalogue.known if case in one.prints)
        some = [one for one in every if (self._costs.of(one.mistake.id, most) or most) < most]
        known = [one.prints[case] for one in some if one.prints[case].tells]

        def like(result: CaseResult) -> bool:
            mine = fingerprint(result) if result.outcome is Outcome.FAILED else UNKNOWN
            return any(mine.agrees(one) for one in known)

        return like

    def _by_known_name(self, change: Slip, part: PartResult) -> Slip:
        """A guess under the name of the known mistake that explains all failures, if there is one.

        Not of a mistake that takes all points: that one was not proven, and this change was.
        """
        failed = {check.mistakes for check in part.checks if check.failed}
        most = part.max_points
        # Those that a person has named, and no rule of that name would have found.
        named = (one for one in part.mistakes if BY_RULE not in one.id)
        known = [one for one in named if one.id.rpartition("/")[2] not in RULES]
        known = [one for one in known if (self._costs.of(one.id, most) or 0) < most]
        name = change.mistake.id.rpartition("/")[2]
        # Of other arguments the error is often the same, and the change says which they are.
        of_arguments = name in ("arguments_swapped", "argument_left_out") and _errors(part)
        # Of several that no check tells apart the change says more.
        is_known = name in GUESSES and not of_arguments and len(known) == len(failed) == 1
        return replace(change, mistake=known[0]) if is_known else change


def _errors(part: PartResult) -> tuple[str, ...]:
    """The error of each check that raised one or found no answer."""
    failed = (one for one in part.checks if one.outcome in WITHOUT_VALUES)
    return tuple(one.detail.en if one.detail else "" for one in failed)


def _is_accepted(guess: Correction, part: PartResult, found: PartResult) -> bool:
    """Whether a part is right with a guess, or right but for a proven mistake.

    With a guess about an error it must be right, since an error has many causes; a proven mistake
    is accepted there only if the guess leaves nothing of the line out.
    """
    told = not _errors(part) or not _leaves_out(guess)
    return found.points == found.max_points or (told and bool(found.slips))


def _leaves_out(change: Correction) -> bool:
    """Whether what it puts in is what was there before with something missing."""
    # What is written out anew has other quotes and spaces.
    before, after = (word.replace('"', "'") for word in (change.words[0], change.words[-1]))
    letters = iter(before)
    return all(letter in letters for letter in after if letter != " ")


def _unnamed(part: PartResult) -> PartResult:
    """The part without names for errors that a change should have put right: none of them did."""
    checks = (
        replace(check, mistakes=())
        if check.outcome is Outcome.RAISED
        and any(one.id.rpartition("/")[2] in SURE for one in check.mistakes)
        else check
        for check in part.checks
    )
    return replace(part, checks=tuple(checks))


def _explained(part: PartResult) -> bool:
    return part.points == part.max_points or bool(part.slips)


def _kept(found: PartResult, before: PartResult) -> PartResult:
    """What was right before an error of the student's own was left out is right."""
    passed = {check.id: check for check in before.checks if check.outcome is Outcome.PASSED}
    kept = replace(found, checks=tuple(passed.get(check.id, check) for check in found.checks))
    return replace(kept, points=by_checks(kept))
