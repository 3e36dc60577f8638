"""The parts of a submission with their points: by checks, by proven slips, or as corrected.

What an answer comes to with a change made by rule is found out like the answer itself. The change
that brings most is kept, and then perhaps another one, up to `MOST_CHANGES`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from msgspec.structs import replace

from autograder.checks.fingerprints import UNKNOWN, fingerprint, fingerprints
from autograder.checks.results import CaseResult, CheckInfo, check_of
from autograder.core.assignment.plan import Assignment, Part
from autograder.core.assignment.sets import EXAMPLE
from autograder.core.marks import Costs, by_checks
from autograder.core.model import FAILURES, STOPPED, Mistake, Outcome, PartResult, Slip
from autograder.corrections.candidates import (
    GUESSES,
    RULES,
    SURE,
    Correction,
    corrections,
    guesses,
    with_biases,
)
from autograder.corrections.one_place import adds_solutions_call, leaves_unread, removes_needed_step
from autograder.grading.attempt import Answer, Judge, Results
from autograder.grading.known_pairs import KnownPairs, divided
from autograder.grading.naming import LAZY, Catalogue, likeness
from autograder.grading.proven_slips import ProvenSlips, RunSpecimen
from autograder.grading.score import part_result
from autograder.grading.tried import Tried, errors, explained, is_full, kept_right, unnamed
from autograder.notebook.calls import Source
from autograder.notebook.read import Code

Resembles = Callable[[CaseResult], bool]

OWN_ERROR = "own_error"
MOST_LIKE = 4
"""Guesses tried that leave a known mistake: each takes workers."""
MOST_CHANGES = 4
"""Rounds, each of which keeps one: an answer that needs more is not right but for a slip."""


class Marking:
    """Marks what is right beside the mistakes that are known of an assignment."""

    def __init__(
        self, assignment: Assignment, checks: tuple[CheckInfo, ...], run: RunSpecimen
    ) -> None:
        self.assignment, self._checks = assignment, checks
        self._gates = frozenset(check.id for check in checks if check.gate)
        self._catalogue = Catalogue.read(assignment)
        self._pairs = KnownPairs.read(assignment)
        self._proven = ProvenSlips(assignment, run, self._catalogue)
        # Without the course's: they change without regrading, so no search may depend on them.
        self.costs = Costs(Costs.read(assignment).kinds, course={})

    def solution(self, part: str) -> str:
        """The right answer to a part, as the author wrote it."""
        return self._proven.answers(part).right

    def named(self, part: Part, results: Results, form: str = "") -> PartResult:
        """The part, the checks that it fails named; `form` is that of the student's own lines."""
        cases = [case for case in results if case.part == part.id]
        # Every mistake that leaves a name undefined has the same fingerprints: a rule's is unsure.
        lacking = any(case.outcome is Outcome.MISSING for case in cases)
        catalogue = Catalogue(self._catalogue.known) if lacking else self._catalogue
        named = catalogue.named(part.id, fingerprints(cases))
        group = likeness(cases, named, self._gates, form)
        result = part_result(part, self._checks, results, named)
        return self._pairs.with_names(replace(result, unnamed=group), self._catalogue)

    def proven(self, part: PartResult, results: Results, set_index: int) -> PartResult:
        """The part with the mistakes but for which it is right, if its values prove any."""
        mistakes = self._proven.of(part, results, set_index)
        cases = Counter(case.check for case in results if case.part == part.id)
        slips = tuple(
            Slip(mistake, most=self._taken_alone(part, mistake, cases)) for mistake in mistakes
        )
        part = replace(part, slips=slips)
        ids = {mistake.id for check in part.checks for mistake in check.mistakes}
        if ids.issuperset(mistake.id for mistake in mistakes):
            return part
        failed = [check.id for check in part.checks if check.failed]
        named = divided(failed, [(mistake,) for mistake in mistakes], self._catalogue)
        checks = (
            replace(check, mistakes=named.get(check.id, check.mistakes)) for check in part.checks
        )
        return replace(part, checks=tuple(checks), unnamed=None)

    def _taken_alone(self, part: PartResult, mistake: Mistake, cases: Counter[str]) -> float:
        """The points that checks take where a mistake is the only one."""
        entry = self._catalogue.find(mistake.id)
        failed = Counter(map(check_of, entry.prints)) if entry else Counter[str]()
        checks = tuple(
            replace(
                check,
                outcome=Outcome.FAILED if failed[check.id] else Outcome.PASSED,
                mostly=2 * failed[check.id] < cases[check.id],
            )
            for check in part.checks
        )
        return round(part.max_points - by_checks(replace(part, checks=checks)), 2)

    def resembles_known(self, case: str, most: float) -> Resembles:
        """Whether a result of this case is that of a known mistake, and no other's.

        Mistakes that take all points are left out: a guess that removes a step would look like one
        of those, whatever was wrong before.
        """
        known = (entry for entry in self._catalogue.known if case in entry.prints)
        cheap = [entry for entry in known if (self.costs.of(entry.mistake.id, most) or most) < most]
        prints = [entry.prints[case] for entry in cheap if entry.prints[case].tells]

        def resembles(result: CaseResult) -> bool:
            is_of_it = result.key == case and result.outcome is Outcome.FAILED
            actual = fingerprint(result) if is_of_it else UNKNOWN
            return any(actual.agrees(print_) for print_ in prints)

        return resembles

    def parts(
        self, judge: Judge, results: Results, forms: Mapping[str, str]
    ) -> tuple[PartResult, ...]:
        """Every part with its points; `forms` by part. Raises GraderFault if one is not judged."""
        attempt, parts = judge.attempt, self.assignment.parts
        marked = {p.id: self.named(p, results, forms.get(p.id, "")) for p in parts}
        # Where nobody is told why checks fail, nothing is known of mistakes either.
        is_told = attempt.discloses and attempt.set_index != EXAMPLE
        for planned in attempt.answer.parts if is_told else ():
            part = marked[planned.id]
            faults = any(check.outcome is Outcome.GRADER_FAULT for check in part.checks)
            if not faults and part.points != part.max_points:
                part = self.proven(part, results, attempt.set_index)
                part = part if part.slips else self._with_biases(judge, planned, part)
                marked[planned.id] = self._or_corrected(judge, planned, part, results)
        return tuple(map(self.costs.priced, marked.values()))

    def _or_corrected(
        self, judge: Judge, planned: Part, part: PartResult, results: Results
    ) -> PartResult:
        """The part, or what it comes to with changes. These are tried where no mistake is proven,
        where the proven one takes all points (its values may be anybody's), and where something in
        the code is certainly wrong: a graver mistake may have the same values.
        """
        points = self.costs.priced(part).points
        without_slips, code = replace(part, slips=()), judge.attempt.answer.code
        solution, parts = self.solution(planned.id), self.assignment.parts
        changes = corrections(code, planned, parts, solution, errors(part)) if part.slips else ()
        if part.slips and points and not any(change.sure for change in changes):
            return part
        changed = Search(self, judge, planned, without_slips).corrected(results)
        earned = self.costs.priced(changed).points
        # Another known mistake behind a guess explains no more than the one that is proven.
        certain = all(slip.mistake.kind in SURE for slip in changed.slips)
        behind = changed.corrected.slips if changed.corrected and not certain else ()
        better = changed.slips and earned and earned >= points and not behind
        return changed if better or not part.slips else part

    def _with_biases(self, judge: Judge, planned: Part, part: PartResult) -> PartResult:
        """The part with what is proven once its layers have biases, which may be left open."""
        attempt, solution = judge.attempt, self.solution(planned.id)
        code = with_biases(attempt.answer.code, planned, solution)
        if code is None:
            return part
        results = judge.judge_anew(Answer((planned,), code))
        named = self.named(planned, results)
        proven = self.proven(named, results, attempt.set_index)
        same = all(a.outcome is b.outcome for a, b in zip(part.checks, proven.checks, strict=True))
        return proven if proven.slips and same else part


class Search:
    """Tries changes of the answer to one part in rounds; `part` is what it comes to without any."""

    def __init__(self, marking: Marking, judge: Judge, planned: Part, part: PartResult) -> None:
        self._marking, self._judge = marking, judge
        self._planned, self._part = planned, part

    def corrected(self, results: Results) -> PartResult:
        """The part as it is judged with a change, or a few; `results` are those without."""
        best = gained = Tried(self._part, results, self._judge.attempt.answer.code)
        slips, charged = list[Slip](), tuple[Slip, ...]()
        while len(slips) < MOST_CHANGES and not explained(best.part):
            step = self._next(best)
            if step is None:
                break
            change, tried = step
            slips.append(self._by_known_name(change.slip(self._planned)))
            # What changes nothing is charged only on the way to something that does.
            if tried.rank(change.sure) > best.rank(change.sure):
                charged, gained = tuple(slips), tried
            best = tried
        if not charged:
            return unnamed(self._part, SURE)
        return replace(self._part, slips=charged, corrected=gained.part)

    def _next(self, before: Tried) -> tuple[Correction, Tried] | None:
        """The change that brings most; else the first sure one, as the next may lie behind it."""
        kept = even = None
        for change in self._changes(before):
            tried = self._tried(change)
            # A guess makes the part right, or right but for a proven mistake that it did not make.
            short = change.id in GUESSES and not is_full(tried.part)
            if short and (not tried.part.slips or self._makes_a_mistake(change, before)):
                continue
            best = kept[1] if kept else before
            rank, least = tried.rank(change.sure), best.rank(change.sure)
            if rank > least:
                kept, best = (change, tried), tried
            elif rank._replace(line=0) == least._replace(line=0) and change.sure and not even:
                even = change, tried
            # A bracket may have been set in a wrong place: with another one more may be right.
            if is_full(best.part) or (explained(best.part) and change.sure):
                break
        return kept or even

    def _makes_a_mistake(self, change: Correction, before: Tried) -> bool:
        """Whether what is still wrong with a change may be its own doing."""
        # An error has many causes: what a line does without a piece of it says nothing of those.
        if errors(self._part) and change.only_deletes:
            return True
        solution, codes = self._marking.solution(self._planned.id), (before.code, change.code)
        adds = adds_solutions_call(*codes, solution)
        return adds or removes_needed_step(change.words, solution) or leaves_unread(*codes)

    def _tried(self, change: Correction) -> Tried:
        results = self._judge.judge_anew(Answer((self._planned,), change.code))
        named = self._marking.named(self._planned, results)
        named = kept_right(named, self._part) if change.id == OWN_ERROR else named
        part = self._marking.proven(named, results, self._judge.attempt.set_index)
        return Tried(part, results, change.code)

    def _changes(self, before: Tried) -> Iterator[Correction]:
        """What may make the part right: first what a rule finds, then what is only guessed."""
        planned, part, parts = self._planned, before.part, self._marking.assignment.parts
        solution, raised = self._marking.solution(planned.id), errors(part)
        wrong = any(check.value and check.outcome is Outcome.FAILED for check in part.checks)
        yield from corrections(before.code, planned, parts, solution, raised)
        # An answer that hangs would take its time for each guess, and none makes up for a call that
        # is forbidden.
        hangs = any(check.outcome in STOPPED for check in part.checks)
        if not hangs and not Source(before.code).forbidden_calls(planned, parts):
            guessed = guesses(before.code, planned, parts, solution, raised, wrong)
            yield from self._likely(before, _distinct(guessed))

    def _likely(self, before: Tried, changes: Sequence[Correction]) -> Iterator[Correction]:
        """Of guesses those that pass a case that failed, then those with a known mistake."""
        cases, resembles = self._asked(before)
        codes = (before.code, *(change.code for change in changes))
        answer, *changed = (Answer((self._planned,), code) for code in codes)
        passed, mistaken = set[Correction](), list[Correction]()
        for case in cases if changes else ():
            is_open = not passed
            results = self._judge.by_example(answer, changed, case)
            for change, result in zip(changes, results, strict=False):
                if is_open and result.outcome is Outcome.PASSED:
                    passed.add(change)
                    yield change
                elif change not in passed and resembles(result):
                    mistaken.append(change)
        # Asked for more if none of these makes everything right.
        complete = (change for change in mistaken if not leaves_unread(before.code, change.code))
        yield from islice(complete, MOST_LIKE)

    def _asked(self, before: Tried) -> tuple[tuple[str, ...], Resembles]:
        """The cases that guesses are tried on, and which of their results are a known mistake's: of
        the main check, and only if the answer has none there as it is.
        """
        part = before.part
        failed = [r for r in before.results if r.part == part.id and r.outcome in FAILURES]
        named = {check.id for check in part.checks if check.mistakes}
        main = part.main_check.id if part.main_check else ""
        # A known mistake in the main check may be another's: what it leaves open is asked first.
        first = sorted(failed, key=lambda case: (case.check in named, case.check != main))[:1]
        of_main = [case for case in failed if case.check == main][:1]
        cases = tuple(dict.fromkeys(case.key for case in (*first, *of_main)))
        for example in (case.example for case in of_main if case.example):
            resembles = self._marking.resembles_known(example.key, part.max_points)
            if not resembles(example):
                return cases, resembles
        return cases, lambda _: False

    def _by_known_name(self, change: Slip) -> Slip:
        """A guess under the name of the known mistake that explains all failures, if there is one.

        Not of a mistake that takes all points: that one was not proven, and this change was.
        """
        part = self._part
        failed = {check.mistakes for check in part.checks if check.failed}
        most = part.max_points
        # No rule of that name would have found them, and lazy answers have no specimen.
        costs, own = self._marking.costs, [m for m in part.mistakes if m.kind not in RULES]
        specimens = (mistake for mistake in own if not mistake.kind.startswith(LAZY))
        known = [one for one in specimens if (costs.of(one.id, most) or 0) < most]
        name = change.mistake.kind
        # Of other arguments the error is often the same, and the change says which they are.
        of_arguments = name in ("arguments_swapped", "argument_left_out") and errors(part)
        # Of several that no check tells apart the change says more.
        is_known = name in GUESSES and not of_arguments and len(known) == len(failed) == 1
        return replace(change, mistake=known[0]) if is_known else change


def _distinct(changes: Iterable[Correction]) -> list[Correction]:
    """The first of those that come to the same code."""
    first = dict[tuple[Code, ...], Correction]()
    for change in changes:
        first.setdefault(change.code, change)
    return [*first.values()]
