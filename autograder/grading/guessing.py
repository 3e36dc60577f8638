"""Small changes of an answer, tried in one worker that has run the cells around it."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf

from autograder.checks.facts import Lost
from autograder.checks.suite import Oracle
from autograder.checks.worker_client import Transport
from autograder.core.model import Outcome
from autograder.grading.attempt import HANGS, Answer
from autograder.grading.cell_runner import TimeBudget
from autograder.notebook.calls import Offence
from autograder.notebook.read import Code
from autograder.wire.messages import RunCell

SLOW_CASE, FEW = 0.01, 8
"""Where each of the first few changes takes more seconds, no more of them are tried. Most take one
or two ms, those of large layers over twenty; one that raises an error may have computed nothing.
"""


@dataclass(frozen=True)
class Guesses:
    """Asks changed answers for single cases, by one set of numbers; `seconds` are a cell's."""

    oracle: Oracle
    budget: TimeBudget
    number: int
    seconds: float

    def passing(self, session: Transport, answers: Sequence[Answer], case: str) -> Iterator[int]:
        """Which of these answers, the first of which is as it was handed in, pass a case.

        None if the first does; and of answers that take long, only the first few are tried.
        """
        common = frozenset[Code].intersection(*(frozenset(one.code) for one in answers))
        quickest = raising = inf
        for place, answer in enumerate(answers):
            for cell in (one for one in answer.code if one not in common):
                with suppress(Lost):
                    session.ask(RunCell(cell.number, cell.source, self.seconds, True))
            outcomes, took = self._asked(session, answer, case)
            if Outcome.RAISED in outcomes:
                raising = min(raising, took)
            else:
                quickest = min(quickest, took)
            right = outcomes <= {Outcome.PASSED}
            # The next one would take its time, too; or nothing has to be changed.
            if outcomes & {*HANGS} or (right and place == 0):
                return
            if right:
                yield place
            if place == FEW and (raising if quickest is inf else quickest) > SLOW_CASE:
                return

    def _asked(self, session: Transport, answer: Answer, case: str) -> tuple[set[Outcome], float]:
        """What a case comes to for an answer whose cells have run, and how long that took."""
        left = self.budget.left
        parts = {part.id: tuple[Offence, ...]() for part in answer.parts}
        found = self.oracle.judge(session, (*parts,), parts, frozenset({case}), self.number)
        return {one.outcome for one in found}, left - self.budget.left
