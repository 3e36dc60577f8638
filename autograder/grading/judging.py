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
from autograder.core.errors import GraderFault
from autograder.core.model import ONLY_LIBRARY, OTHERWISE, STOPPED, Outcome, Text
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

Fits = Callable[[CaseResult], bool]

EXAMPLE_SHARE = 1 / 4
"""Of a submission's time: what finding out why checks failed may take besides."""

GUESS_SHARE = 1 / 8
"""Of a submission's time: what trying changes may take besides. Each mostly takes some 2 ms, so
that no ordinary answer comes near it, on a slow machine neither.
"""

NEAR = (0.1, 100.0)
"""Distances, in tolerances, that another set of numbers may carry over the border."""

NUMBER = re.compile(r"-?\d[-+.\w]*+")
"""In the message of an error, where other numbers say nothing else."""

CHOSEN = (Outcome.FAILED, Outcome.RAISED, Outcome.MISSING)
"""How checks end whose details student code has a say in; the others have fixed sentences."""


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
        """Whether all cells have given what definitions alone had not."""
        self._sessions: list[Session] = []

    def verdict(self, session: Session) -> tuple[Results, tuple[Text, ...]]:
        """The results of all parts in this session, and what is said of re-evaluated ones."""
        # Another try begins as the first did.
        self.loans.clear()
        with suppress(Lost):
            # A notebook that uses up its time in its cells has every check told so below.
            session.run()
        checks, answer = self.oracle.checks, self.attempt.answer
        again = Reevaluation(
            answer.code, self.assignment.parts, self.again,
            lambda some, part: part_result(part, checks, some).points,
            frozenset(check.id for check in checks if check.value), self.oracle.provided.names,
        )  # fmt: skip
        results, said, loans = again.of(self.results(session, answer), answer.parts)
        self.loans.update(loans)
        return results, said

    def again(self, answer: Answer) -> Results:
        answer = self._lent(answer)
        # From the same budget: what uses up its time once would do so in every session.
        with closing(self.session(answer)) as session:
            return self.results(session, answer)

    def _lent(self, answer: Answer) -> Answer:
        known = self.loans.get(answer.parts[0].id) if len(answer.parts) == 1 else None
        if known is None or answer.lent:
            return answer
        return replace(answer, lent=known.lent, mask_of_numbers=known.mask_of_numbers)

    def by_example(
        self, answer: Answer, changed: Sequence[Answer], case: str
    ) -> Iterator[CaseResult]:
        """What a case comes to by the example numbers for each of the changed answers, all of the
        same parts. None if the answer as it is passes: then other cells make it fail.

        They are defined in one worker, without the other cells, in a twentieth of the time.
        """
        base = self._lent(definitions(answer))
        # What one change replaces, the next one needs as it was.
        common = frozenset(answer.code).intersection(*(one.code for one in changed))
        seconds = self.assignment.limits.cell_seconds
        parts = {part.id: tuple[Offence, ...]() for part in answer.parts}
        with closing(self.session(base, self.guess_budget, reduced=True)) as session:
            for place, one in enumerate((answer, *changed)):
                for cell in (cell for cell in one.code if cell not in common):
                    with suppress(Lost):
                        session.ask(RunCell(cell.number, cell.source, seconds, True))
                results = self.oracle.judge(session, (*parts,), parts, frozenset({case}), EXAMPLE)
                # Of an answer that hangs the next one would take its time, too.
                if any(o.outcome in STOPPED or (_passed(o) and not place) for o in results):
                    return
                yield from results if place else ()

    def results(self, session: Session, answer: Answer) -> Results:
        """What the checks of an answer's parts come to, stage by stage."""
        source, every = Source(answer.code), self.assignment.parts
        offences = {part.id: source.forbidden_calls(part, every) for part in answer.parts}
        here, found = InSession(self, answer, session, offences), Results()
        for stage in (judged, by_every_set, disclosed, library_withheld):
            found = stage(here, found)
        return found

    def session(
        self, answer: Answer, budget: TimeBudget | None = None, *, bare: bool = False, **how: bool
    ) -> Session:
        """A session for an answer, `bare` of the library or not, and `how` as of any session."""
        lender = partial(self.oracle.lender, mask_of_numbers=answer.mask_of_numbers)
        loan = Loan(answer.lent, answer.code, lender, self.oracle.provided)
        made = Session(
            partial(self.host.spawn, bare=bare), answer.code, self.assignment.limits,
            loan=loan if answer.lent else None, budget=budget or self.budget, **how,
        )  # fmt: skip
        self._sessions.append(made)
        return made

    def check_memory(self) -> None:
        """Raises GraderFault if the kernel has ended a worker for want of memory: what that one was
        asked for, a mark might lack.
        """
        if any(session.ran_out for session in self._sessions):
            raise GraderFault("the machine ran out of memory and its kernel killed processes")


def specimen_results(
    oracle: Oracle, host: Host, limits: Limits, code: tuple[Code, ...], part: str, number: int
) -> Results:
    """What the checks of a part come to in these cells, by one set of numbers; GraderFault if their
    process was killed.
    """
    # No specimen kills itself: what a busy machine does to one is no mark of a student's.
    with closing(Session(host.spawn, code, limits, last=False)) as session:
        results = oracle.judge(session, (part,), {part: ()}, None, number)
    if session.killed:
        raise GraderFault("a specimen's process was killed from outside")
    return results


@dataclass(frozen=True)
class InSession:
    """An answer that is being judged, and the session that has run its cells."""

    judging: Judging
    answer: Answer
    session: Session
    offences: dict[str, tuple[Offence, ...]]

    @property
    def number(self) -> int:
        """The set of numbers that judges the student."""
        return self.judging.attempt.number

    def judge(self, session: Session, number: int, only: Only | None = None) -> Results:
        """The results of these checks, or of all, by one set of numbers."""
        ids = tuple(part.id for part in self.answer.parts)
        return self.judging.oracle.judge(session, ids, self.offences, only, number)

    def apart(
        self, answer: Answer, number: int, only: Only, fits: Fits, **how: Any
    ) -> dict[str, CaseResult]:
        """By key the results of these checks in a worker of their own.

        Definitions alone are enough for most answers, and take a tenth of the time; if a result
        does not fit, all cells are run.
        """
        found: dict[str, CaseResult] = {}
        # Asked for the last time: two workers with what large answers make would hold it twice.
        self.session.close()
        for reduced in (True, False)[self.judging.needs_all :] if only else ():
            mine = definitions(answer) if reduced else answer
            with closing(self.judging.session(mine, reduced=reduced, **how)) as fresh:
                found = {one.key: one for one in self.judge(fresh, number, only)}
            if all(map(fits, found.values())):
                self.judging.needs_all = not reduced
                break
        return found


def definitions(answer: Answer) -> Answer:
    """The answer with the cells alone that define what it uses."""
    cells = Source(answer.code).cells_for(answer.parts)
    return replace(answer, code=tuple(one for one in answer.code if one.index in cells))


def judged(here: InSession, _: Results) -> Results:
    """What every check comes to by the set of numbers that judges."""
    found = here.judge(here.session, here.number)
    is_example = here.number == EXAMPLE
    return tuple(replace(one, example=one) for one in found) if is_example else found


def by_every_set(here: InSession, results: Results) -> Results:
    """The results; of a part that comes near the tolerance, the worst by any set of numbers.

    An answer that is a little beside the formula may pass by one set and fail by another, and
    which set judges a student is drawn from the bytes of the file: saving it again would draw once
    more.
    """
    least, most = NEAR
    close = [one for one in results if one.distance and least < one.distance < most]
    parts, limited = {one.part for one in close}, here.judging.oracle.limited
    # What a case costs is the same by every set: only its own numbers are a reason to pay again.
    rest = (one for one in results if one.part in parts and one.key not in limited)
    near = frozenset(one.key for one in (*close, *rest))
    if not near or here.number == EXAMPLE:
        return results
    worst = {one.key: one for one in results}
    for number in (n for n in range(here.judging.set_count) if n != here.number):
        for found in here.judge(here.session, number, near):
            known = worst[found.key]
            if found.outcome.outranks(known.outcome):
                worst[found.key] = found
    return tuple(worst.values())


def disclosed(here: InSession, results: Results) -> Results:
    """The results, with details and what came back as the example numbers give them.

    Student code that has seen hidden numbers could leak them through a message, a class name, a
    shape, the line that raises, or which rows are wrong. So only the outcome of a check comes from
    the hidden numbers; its details come from a worker that has never seen them.
    """
    wanted = frozenset(one.key for one in results if one.outcome in CHOSEN)
    if not (wanted and here.judging.attempt.discloses and here.number != EXAMPLE):
        return results
    hidden = {one.key: one for one in results}
    examples = here.apart(
        here.answer, EXAMPLE, wanted, lambda one: _alike(one, hidden[one.key]),
        budget=here.judging.example_budget,
    )  # fmt: skip
    found = [_by(examples.get(r.key), r) if r.outcome in CHOSEN else r for r in results]
    names = here.judging.oracle.provided.names
    # Where code of the author's was lent, a detail could quote it.
    lent = names.intersection(part.name for part in here.answer.lent)
    shown = set() if lent else {one.key for one in worst_cases(found).values()}
    silent = {one.key for one in found if one.outcome in CHOSEN} - shown
    return tuple(replace(one, detail=None) if one.key in silent else one for one in found)


def _alike(one: CaseResult, other: CaseResult) -> bool:
    """Whether two results ended alike, and if an error was raised, by the same error."""
    said = (NUMBER.sub("", end.detail.en) if end.detail else "" for end in (one, other))
    return one.outcome is other.outcome and (one.outcome is not Outcome.RAISED or len({*said}) == 1)


def _by(example: CaseResult | None, result: CaseResult) -> CaseResult:
    """The result with what the example says of it: a detail, what came back."""
    if example is None:
        return replace(result, detail=None)
    alike = example.outcome is result.outcome
    detail = example.detail if alike else OTHERWISE
    return replace(result, detail=detail, example=example if alike else None)


def library_withheld(here: InSession, results: Results) -> Results:
    """The results; of values that are right, what they come to where the library gives none.

    What all parts forbid gives nan in every worker. What some parts forbid and others need gives
    nan in a worker of its own (see `worker.library`). Nothing that happens in either worker can
    make a value right.
    """
    judging, answer, withheld = here.judging, here.answer, {*here.judging.assignment.withheld}
    asked = [p for p in answer.parts if withheld & {*p.without} and not here.offences[p.id]]
    ids = {part.id for part in asked}
    values = {one.id for one in judging.oracle.checks if one.value and one.part in ids}
    only = frozenset(one.check for one in results if one.check in values and _passed(one))
    mine = replace(answer, parts=tuple(asked))
    there = here.apart(mine, here.number, only, _passed, bare=True)
    return tuple(_joined(one, there.get(one.key)) for one in results)


def _passed(result: CaseResult) -> bool:
    return result.outcome is Outcome.PASSED


def _joined(here: CaseResult, there: CaseResult | None) -> CaseResult:
    if there is None or not _passed(here) or _passed(there):
        return here
    if there.outcome is Outcome.GRADER_FAULT:
        return there
    return CaseResult(here.check, here.case, Outcome.FAILED, ONLY_LIBRARY, there.exchanges)
