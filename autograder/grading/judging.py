"""Judges answers in stages, each of which takes the results of the one before.

The hidden numbers say how a check ends, near the tolerance every set of them; the example numbers,
which are no secret, say why it failed; a worker without torch's own attention says whether the
library gave the values.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from autograder.checks.facts import Lost
from autograder.checks.results import CaseResult
from autograder.checks.suite import Oracle
from autograder.core.assignment.plan import Assignment, Limits
from autograder.core.assignment.sets import EXAMPLE
from autograder.core.model import FAILURES, ONLY_LIBRARY, OTHERWISE, STOPPED, Outcome, Text
from autograder.grading.attempt import Answer, Attempt, Results, worst_cases
from autograder.grading.cell_runner import TimeBudget
from autograder.grading.reevaluation import Loan, Reevaluation
from autograder.grading.score import part_result
from autograder.grading.session import Session
from autograder.notebook.calls import Offence, Source
from autograder.notebook.read import Code
from autograder.sandbox.host import Host
from autograder.wire.messages import RunCell

Only = frozenset[str]
"""Some checks, or single cases of them by their keys."""

EXAMPLE_SHARE = 1 / 4
"""Of a submission's time: what finding out why checks failed may take besides."""

GUESS_SHARE = 1 / 8
"""Of a submission's time: what trying changes may take besides. Each mostly takes some 2 ms, so
that no ordinary answer comes near it, on a slow machine neither.
"""

NEAR = (0.1, 100.0)
"""Distances, in tolerances, within which another set of numbers may decide otherwise."""

NUMBER = re.compile(r"-?\d[-+.\w]*+")
"""In the message of an error, where other numbers say nothing else."""


class Judging:
    """Judges the answers of one attempt.

    The workers of all stages share `budget`. The example has a budget of its own: what is left of
    the other could be made to tell hidden numbers. So have the changes that are tried: they must
    leave the other parts their time.
    """

    def __init__(
        self, assignment: Assignment, oracle: Oracle, host: Host, attempt: Attempt, set_count: int
    ) -> None:
        self.assignment, self.attempt, self.set_count = assignment, attempt, set_count
        self.oracle, self.host = oracle, host
        seconds = assignment.limits.submission_seconds
        self.budget = TimeBudget(seconds)
        self.example_budget = TimeBudget(seconds * EXAMPLE_SHARE)
        self.guess_budget = TimeBudget(seconds * GUESS_SHARE)
        self.loans: dict[str, Answer] = {}
        """By part the answer that the verdict is of, if something was lent: a changed one gets it.
        """
        self.needs_all = False
        """Whether an earlier result fitted only once all cells were run."""

    def verdict(self, session: Session) -> tuple[Results, tuple[Text, ...]]:
        """The results of all parts in this session, and what is said of re-evaluated ones."""
        # Another try begins as the first did.
        self.loans.clear()
        with suppress(Lost):
            # A notebook that uses up its time in its cells has every check told so below.
            session.ready_worker()
        checks, answer = self.oracle.checks, self.attempt.answer
        again = Reevaluation(
            answer.code, self.assignment.parts, self.judge_anew,
            lambda cases, part: part_result(part, checks, cases).points,
            frozenset(check.id for check in checks if check.value), self.oracle.provided.names,
        )  # fmt: skip
        results, remarks, loans = again.of(self.results(session, answer), answer.parts)
        self.loans.update(loans)
        return results, remarks

    def judge_anew(self, answer: Answer) -> Results:
        answer = self._lent(answer)
        # From the same budget: what uses up its time once would do so in every session.
        with closing(self.session(answer)) as session:
            return self.results(session, answer)

    def _lent(self, answer: Answer) -> Answer:
        loan = self.loans.get(answer.parts[0].id) if len(answer.parts) == 1 else None
        if loan is None or answer.lent:
            return answer
        return replace(answer, lent=loan.lent, mask_of_numbers=loan.mask_of_numbers)

    def by_example(
        self, answer: Answer, changed: Sequence[Answer], case: str
    ) -> Iterator[CaseResult]:
        """What a case comes to by the example numbers for each of the changed answers, all of the
        same parts. Nothing if the answer as it is passes: then other cells make it fail.

        They are defined in one worker, without the other cells: a twentieth of the time for each.
        """
        if case in self.oracle.limited:
            # Its workers are its own: no change is defined in them.
            return
        base = self._lent(definitions(answer))
        # What one change replaces, the next one needs as it was.
        common = frozenset(answer.code).intersection(*(variant.code for variant in changed))
        seconds = self.assignment.limits.cell_seconds
        parts = {part.id: tuple[Offence, ...]() for part in answer.parts}
        with closing(self.session(base, self.guess_budget, reduced=True)) as session:
            for place, variant in enumerate((answer, *changed)):
                for cell in (cell for cell in variant.code if cell not in common):
                    with suppress(Lost):
                        session.ask(RunCell(cell.number, cell.source, seconds, True))
                results = self.oracle.judge(session, (*parts,), parts, frozenset({case}), EXAMPLE)
                # Of an answer that hangs the next one would take its time, too.
                if any(o.outcome in STOPPED or (o.passed and not place) for o in results):
                    return
                yield from results if place else ()

    def results(self, session: Session, answer: Answer) -> Results:
        """What the checks of an answer's parts come to, stage by stage."""
        source, parts = Source(answer.code), self.assignment.parts
        offences = {part.id: source.forbidden_calls(part, parts) for part in answer.parts}
        run, results = Evaluation(self, answer, session, offences), Results()
        for stage in (by_own_set, by_every_set, explained_by_example, without_library):
            results = stage(run, results)
        return results

    def session(
        self, answer: Answer, budget: TimeBudget | None = None, *, bare: bool = False, **how: bool
    ) -> Session:
        """A session for an answer, `bare` of the library or not, and `how` as of any session."""
        lender = partial(self.oracle.lender, mask_of_numbers=answer.mask_of_numbers)
        loan = Loan(answer.lent, answer.code, lender, self.oracle.provided)
        return Session(
            partial(self.host.spawn, bare=bare), answer.code, self.assignment.limits,
            loan=loan if answer.lent else None, budget=budget or self.budget, **how,
        )  # fmt: skip


def specimen_results(
    oracle: Oracle, host: Host, limits: Limits, code: tuple[Code, ...], part: str, set_index: int
) -> Results:
    """What the checks of a part come to in these cells, by one set of numbers; GraderFault if their
    process was killed.
    """
    # No specimen kills itself: what a busy machine does to one is no mark of a student's.
    with closing(Session(host.spawn, code, limits, last=False)) as session:
        return oracle.judge(session, (part,), {part: ()}, None, set_index)


@dataclass(frozen=True)
class Evaluation:
    """An answer that is being judged, and the session that has run its cells."""

    judging: Judging
    answer: Answer
    session: Session
    offences: dict[str, tuple[Offence, ...]]

    @property
    def set_index(self) -> int:
        return self.judging.attempt.set_index

    def judge(self, session: Session, set_index: int, only: Only | None = None) -> Results:
        """The results of these checks, or of all, by one set of numbers."""
        ids = tuple(part.id for part in self.answer.parts)
        return self.judging.oracle.judge(session, ids, self.offences, only, set_index)

    def in_fresh_worker(
        self, answer: Answer, set_index: int, only: Only,
        fits: Callable[[CaseResult], bool], **how: Any,
    ) -> dict[str, CaseResult]:  # fmt: skip
        """By key the results of these checks in a worker of their own.

        Definitions alone are enough for most answers, and take a tenth of the time; if a result
        does not fit, all cells are run.
        """
        results: dict[str, CaseResult] = {}
        # Asked for the last time: two workers with what large answers make would hold it twice.
        self.session.close()
        for reduced in (True, False)[self.judging.needs_all :] if only else ():
            needed = definitions(answer) if reduced else answer
            with closing(self.judging.session(needed, reduced=reduced, **how)) as fresh:
                results = {case.key: case for case in self.judge(fresh, set_index, only)}
            if all(map(fits, results.values())):
                self.judging.needs_all = not reduced
                break
        return results


def definitions(answer: Answer) -> Answer:
    """The answer with the cells alone that define what it uses."""
    cells = Source(answer.code).cells_to_run(answer.parts)
    return replace(answer, code=tuple(cell for cell in answer.code if cell.index in cells))


def by_own_set(run: Evaluation, _: Results) -> Results:
    """What every check comes to by the set of numbers that judges."""
    results = run.judge(run.session, run.set_index)
    is_example = run.set_index == EXAMPLE
    return tuple(replace(case, example=case) for case in results) if is_example else results


def by_every_set(run: Evaluation, results: Results) -> Results:
    """The results; of a part that comes near the tolerance, the worst by any set of numbers.

    An answer that is a little beside the formula may pass by one set and fail by another, and
    which set judges a student is drawn from the bytes of the file: saving it again would draw once
    more.
    """
    least, most = NEAR
    close = [case for case in results if case.distance and least < case.distance < most]
    parts, limited = {case.part for case in close}, run.judging.oracle.limited
    # What a case costs is the same by every set: only its own numbers are a reason to pay again.
    unlimited = (case for case in results if case.part in parts and case.key not in limited)
    keys = frozenset(case.key for case in (*close, *unlimited))
    if not keys or run.set_index == EXAMPLE:
        return results
    worst = {case.key: case for case in results}
    for index in (i for i in range(run.judging.set_count) if i != run.set_index):
        for case in run.judge(run.session, index, keys):
            before = worst[case.key]
            if case.outcome.outranks(before.outcome):
                worst[case.key] = case
    return tuple(worst.values())


def explained_by_example(run: Evaluation, results: Results) -> Results:
    """The results, with details and what came back as the example numbers give them.

    Student code that has seen hidden numbers could leak them through a message, a class name, a
    shape, the line that raises, or which rows are wrong. So only the outcome of a check comes from
    the hidden numbers; its details come from a worker that has never seen them.
    """
    keys = frozenset(case.key for case in results if case.outcome in FAILURES)
    if not (keys and run.judging.attempt.discloses and run.set_index != EXAMPLE):
        return results
    hidden = {case.key: case for case in results}
    examples = run.in_fresh_worker(
        run.answer, EXAMPLE, keys, lambda case: _alike(case, hidden[case.key]),
        budget=run.judging.example_budget,
    )  # fmt: skip
    shown = [_by(examples.get(r.key), r) if r.outcome in FAILURES else r for r in results]
    names = run.judging.oracle.provided.names
    # Where code of the author's was lent, a detail could quote it.
    lent = names.intersection(part.name for part in run.answer.lent)
    explained = set() if lent else {case.key for case in worst_cases(shown).values()}
    silent = {case.key for case in shown if case.outcome in FAILURES} - explained
    return tuple(replace(case, detail=None) if case.key in silent else case for case in shown)


def _alike(one: CaseResult, other: CaseResult) -> bool:
    """Whether two results ended alike, and if an error was raised, by the same error."""
    said = (NUMBER.sub("", result.detail.en) if result.detail else "" for result in (one, other))
    return one.outcome is other.outcome and (one.outcome is not Outcome.RAISED or len({*said}) == 1)


def _by(example: CaseResult | None, result: CaseResult) -> CaseResult:
    """The result with what the example says of it: a detail, what came back."""
    if example is None:
        return replace(result, detail=None)
    same = example.outcome is result.outcome
    detail = example.detail if same else OTHERWISE
    return replace(result, detail=detail, example=example if same else None)


def without_library(run: Evaluation, results: Results) -> Results:
    """The results; of values that are right, what they come to where the library gives none.

    What all parts forbid gives nan in every worker. What some parts forbid and others need gives
    nan in a worker of its own (see `worker.library`). Nothing that happens in either worker can
    make a value right.
    """
    judging, answer, withheld = run.judging, run.answer, {*run.judging.assignment.withheld}
    # A gate says it already where it was found in the code.
    gated = {check.part for check in judging.oracle.checks if check.gate}
    told = {id_ for id_, offences in run.offences.items() if offences and id_ in gated}
    parts = [p for p in answer.parts if withheld & {*p.without} and p.id not in told]
    ids = {part.id for part in parts}
    values = {check.id for check in judging.oracle.checks if check.value and check.part in ids}
    only = frozenset(case.check for case in results if case.check in values and case.passed)
    narrowed = replace(answer, parts=tuple(parts))
    bare = run.in_fresh_worker(narrowed, run.set_index, only, lambda case: case.passed, bare=True)
    return tuple(_joined(case, bare.get(case.key)) for case in results)


def _joined(result: CaseResult, bare: CaseResult | None) -> CaseResult:
    if bare is None or not result.passed or bare.passed:
        return result
    if bare.outcome is Outcome.GRADER_FAULT:
        return bare
    return CaseResult(result.check, result.case, Outcome.FAILED, ONLY_LIBRARY, bare.exchanges)
