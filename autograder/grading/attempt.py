"""Judges the parts of one submission, in stages: each takes the results of the one before.

The hidden numbers say how a check ends; the example numbers, which are no secret, say why it
failed; a worker without torch's own attention says whether the library gave the values.
"""

from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from functools import partial

from autograder.checks import Lost, Offence
from autograder.checks.suite import CaseResult, Oracle
from autograder.core.assignment import Assignment, Part
from autograder.core.assignment.sets import EXAMPLE
from autograder.core.model import Text
from autograder.grading.disclosure import disclosed
from autograder.grading.naming import Catalogue
from autograder.grading.near_tolerance import by_every_set
from autograder.grading.reevaluation import Answer, reevaluated
from autograder.grading.reference_server import ReferenceServer
from autograder.grading.score import part_results
from autograder.grading.session import Session
from autograder.grading.time_budget import TimeBudget
from autograder.grading.without_library import without_library
from autograder.notebook import Source
from autograder.notebook.answers import Code
from autograder.sandbox.host import Host

Results = tuple[CaseResult, ...]
Only = frozenset[str] | None
"""Some checks, or single cases of them by their keys; None: all."""

EXAMPLE_SHARE = 1 / 4
"""Of a submission's time: what finding out why checks failed may take besides."""


@dataclass(frozen=True)
class Attempt:
    """One submission: its code, the parts to be judged, and the set of numbers that judges it.

    The workers of all stages share `budget`. The example has a budget of its own: what is left of
    the other could be made to tell hidden numbers.
    """

    assignment: Assignment
    oracle: Oracle
    host: Host
    code: tuple[Code, ...]
    parts: tuple[Part, ...]
    number: int
    numbers: int
    discloses: bool
    budget: TimeBudget
    example_budget: TimeBudget = field(init=False)

    def __post_init__(self) -> None:
        seconds = self.assignment.limits.submission_seconds * EXAMPLE_SHARE
        object.__setattr__(self, "example_budget", TimeBudget(seconds))

    def first_session(self, *, last: bool) -> Session:
        """The session that runs the whole notebook; in a `last` one a killed worker is its own."""
        limits = self.assignment.limits
        return Session(self.host.spawn, self.code, limits, last=last, budget=self.budget)

    def verdict(self, session: Session) -> tuple[Results, tuple[Text, ...]]:
        """The results of all parts in this session, and what is said of re-evaluated ones."""
        with suppress(Lost):
            # A notebook that uses up its time in its cells has every check told so below.
            session.run()
        checks = self.oracle.checks
        values = frozenset(check.id for check in checks if check.value)
        return reevaluated(
            self._results(session, Answer(self.parts, self.code)),
            self.code, self.assignment.parts, self.again, self._points, self.parts,
            values, self.oracle.provided.names,
        )  # fmt: skip

    def again(self, answer: Answer) -> Results:
        """The results of an answer in a session of its own."""
        # From the same budget: what uses up its time once would do so in every session.
        with closing(self._session(answer, self.budget)) as session:
            return self._results(session, answer)

    def _points(self, results: Results, part: Part) -> float:
        every = part_results(self.assignment, self.oracle.checks, results, Catalogue())
        return next(one.points for one in every if one.id == part.id)

    def _results(self, session: Session, answer: Answer) -> Results:
        offences = _offences(answer, self.assignment.parts)
        ids = tuple(part.id for part in answer.parts)

        def judge(session: Session, number: int, only: Only = None) -> Results:
            return self.oracle.judge(session, ids, offences, only, number)

        def example(only: frozenset[str]) -> Results:
            if self.oracle.provided.names.intersection(part.name for part in answer.lent):
                # The author's answers to those parts are in reach, and a detail may quote them.
                return ()
            with closing(self._session(answer, self.example_budget)) as fresh:
                return judge(fresh, EXAMPLE, only)

        def bare(only: frozenset[str], *, reduced: bool) -> Results:
            mine = _reduced(answer, asked) if reduced else answer
            spawned = self._session(mine, self.budget, bare=True, reduced=reduced)
            with closing(spawned) as second:
                return judge(second, self.number, only)

        found = judge(session, self.number)
        if self.number == EXAMPLE:
            found = tuple(replace(result, example=result) for result in found)
        else:
            others = [number for number in range(self.numbers) if number != self.number]
            found = by_every_set(found, others, partial(judge, session))
            found = disclosed(found, example) if self.discloses else found
        withheld = set(self.assignment.withheld)
        asked = [p for p in answer.parts if withheld & {*p.without} and not offences[p.id]]
        mine = {part.id for part in asked}
        values = [one.id for one in self.oracle.checks if one.value and one.part in mine]
        return without_library(found, frozenset(values), bare)

    def _session(
        self, answer: Answer, budget: TimeBudget, *, bare: bool = False, reduced: bool = False
    ) -> Session:
        oracle = self.oracle
        loan = ReferenceServer.of(answer.lent, answer.code, oracle.lender, oracle.provided)
        return Session(
            partial(self.host.spawn, bare=bare), answer.code, self.assignment.limits,
            loan=loan if answer.lent else None, budget=budget, reduced=reduced,
        )  # fmt: skip


def _reduced(answer: Answer, parts: list[Part]) -> Answer:
    """The answer in the cells alone that the answers to these parts lead to."""
    cells = Source(answer.code).cells_for(parts)
    return replace(answer, code=tuple(one for one in answer.code if one.index in cells))


def _offences(answer: Answer, every: tuple[Part, ...]) -> dict[str, tuple[Offence, ...]]:
    source = Source(answer.code)
    return {
        part.id: tuple(
            Offence(call.call, call.where) for call in source.forbidden_calls(part, every)
        )
        for part in answer.parts
    }
