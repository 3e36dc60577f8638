"""The hidden checks judge a submission: each is called, on replies from behind a port."""

import itertools
import traceback
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field

import pytest
import torch

from autograder.checks import references, request_batch
from autograder.checks.allowance import Allowance, TooDear
from autograder.checks.collect import collected
from autograder.checks.compare import measured
from autograder.checks.facts import CheckEnded, CheckFailed
from autograder.checks.items import CheckCase
from autograder.checks.lending import Lender, functions
from autograder.checks.provided import provided
from autograder.checks.request_batch import BatchMismatch, BatchReplay, CaseScript, VerdictCache
from autograder.checks.results import CaseResult, CheckInfo
from autograder.checks.student import Student
from autograder.checks.worker_client import MemoryBudget, Port, Transport
from autograder.core.assignment import sets
from autograder.core.assignment.plan import Assignment
from autograder.core.errors import GraderFault
from autograder.core.model import Outcome, Text
from autograder.notebook.calls import Offence

ENDS_THE_PART = (Outcome.TIMED_OUT, Outcome.CRASHED, Outcome.MISSING)
NOT_FINISHED = Text("not run: an earlier check was not finished", "没有运行：前面的检查没能完成")
NOT_RIGHT = Text("not run: the main check comes first", "没有运行：先要通过主要的检查")


@dataclass(frozen=True)
class Job:
    """One submission to be judged, the forbidden calls in its source by part, and its set."""

    port: Transport
    offences: dict[str, tuple[Offence, ...]]
    number: int
    budget: MemoryBudget = field(default_factory=MemoryBudget)


Asked = tuple[tuple[CheckCase, CaseScript], ...]
"""The checks on their cases of one set of numbers, each with its script."""


class Oracle:
    """An assignment's hidden suites, collected once (CourseError if they cannot be).

    Each set of numbers has cases and a script of its own; the checks are the same. An answer has
    only a `share` of what a case allows it to cost.
    """

    def __init__(self, assignment: Assignment, share: float = 1.0) -> None:
        # Small tensors are compared: more threads would only wait for them, each on a core.
        torch.set_num_threads(1)
        self._assignment = assignment
        self._share = share
        self._parts = {part.name: part for part in assignment.parts}
        self._by_id = {part.id: part for part in assignment.parts}
        self._lent = functions(assignment.folder / "hidden")
        self.provided = provided(assignment.folder / "hidden", tuple(self._parts))
        self._asked = _asked(assignment)
        values = sorted((one for one in self.checks if one.value), key=lambda one: -one.weight)
        self._main = {one.part: one.id for one in reversed(values)}
        self._memory = VerdictCache()

    @property
    def checks(self) -> tuple[CheckInfo, ...]:
        return tuple({one.info.id: one.info for one, _ in self._asked[0]}.values())

    @property
    def limited(self) -> dict[str, str]:
        """The part of each case that says what an answer may cost, by the case's key."""
        return {one.key: one.part for one, _ in self._asked[0] if one.allowed}

    def lender(self, names: list[str], *, mask_of_numbers: bool = False) -> "Lender":
        """Who answers for these functions of the reference solution."""
        lent = {name: self._lent[name] for name in names if name in self._lent}
        return Lender(lent, mask_of_numbers=mask_of_numbers)

    def judge(
        self, port: Transport, parts: tuple[str, ...], offences: dict[str, tuple[Offence, ...]],
        only: frozenset[str] | None = None, number: int = 0,
    ) -> tuple[CaseResult, ...]:  # fmt: skip
        """Run checks of `parts` on the submission behind `port`, by the set of this `number`;
        `only` some of them, or cases by their keys. GraderFault if they cannot run.
        """
        wanted = [
            (one, script)
            for one, script in self._asked[number]
            if one.part in parts and (only is None or {one.check, one.key} & only)
        ]
        job = Job(port, offences, number)
        grouped = itertools.groupby(wanted, key=lambda asked: asked[0].part)
        try:
            return tuple(one for _, asked in grouped for one in self._judge_part(job, tuple(asked)))
        except Exception as error:
            said = f"{type(error).__name__}: {error}"
            raise GraderFault(f"the checks could not be run: {said}") from error

    def _judge_part(self, job: Job, asked: Asked) -> Iterator[CaseResult]:
        replies = iter(job.port.perform(request_batch.that_fit(script for _, script in asked)))
        stopped: Text | None = None
        refuted: Text | None = None
        for one, mine in asked:
            ready = list(itertools.islice(replies, len(mine)))
            if why := stopped or (refuted if one.allowed else None):
                result = CaseResult(one.check, one.case, Outcome.NOT_RUN, why)
            elif one.allowed:
                result = self._limited(job, one, one.allowed.share(self._share))
            else:
                result = self._judge(job, one, mine, ready)
            if result.outcome in ENDS_THE_PART:
                stopped = NOT_FINISHED
            if one.check == self._main.get(one.part) and result.outcome is not Outcome.PASSED:
                refuted = NOT_RIGHT
            yield result

    def _judge(
        self, job: Job, one: CheckCase, script: CaseScript, ready: list[bytes]
    ) -> CaseResult:
        """What becomes of a check on the replies that lie ready, or else on fresh ones."""
        if ready:
            with suppress(BatchMismatch):
                told = (job.number, one.key, job.offences.get(one.part, ()))
                known = self._memory.get(told, ready)
                if known is None:
                    # A budget of its own: what is kept must not depend on who was graded before.
                    replay = BatchReplay(script, ready, job.port.charge)
                    known = self._called(job, one, replay, MemoryBudget())
                    if known.outcome is not Outcome.GRADER_FAULT:
                        self._memory.put(told, ready, known)
                return known
        return self._called(job, one, job.port, job.budget)

    def _limited(self, job: Job, one: CheckCase, allowed: Allowance) -> CaseResult:
        """What becomes of a check whose answer may only cost so much: one pass is enough, in a
        worker with the cells alone that the answer uses, or in one with all of them.
        """
        for needed in (self._by_id[one.part], None):
            with closing(job.port.within(allowed, needed)) as port:
                result = self._called(job, one, port, job.budget)
            if result.outcome is Outcome.PASSED or result.dear:
                break
        return result

    def _called(self, job: Job, one: CheckCase, port: Port, budget: MemoryBudget) -> CaseResult:
        seconds = self._assignment.limits.check_seconds
        if one.allowed and one.allowed.computing:
            seconds = min(seconds, one.allowed.computing * self._share)
        offences = job.offences.get(one.part, ())
        student = Student(port, self._parts, offences, seconds, budget, self.provided)
        error: BaseException | None = None
        with measured() as distances:
            try:
                one.run(student=student, **one.arguments)
                student.settle()
            except (Exception, pytest.fail.Exception) as raised:
                error = raised
        outcome, detail = _ended(error)
        compared = error.compared if isinstance(error, CheckFailed) else None
        return CaseResult(
            one.check, one.case, outcome, detail, student.exchanges, compared,
            tuple(student.told), max(distances, default=None), dear=isinstance(error, TooDear),
        )  # fmt: skip


def _asked(assignment: Assignment) -> tuple[Asked, ...]:
    every = sets.read(assignment.folder / "hidden").every
    numbers = [references.decode(one.references) for one in every]
    cases = collected(assignment, numbers[0])
    scripts = [request_batch.decode(one.script) for one in every]
    # What costs much is asked for in a worker of its own, never ahead.
    keys = [(one, "" if one.allowed else one.key) for one in cases]
    return tuple(
        tuple((one.on(mine), script.get(key, ())) for one, key in keys)
        for mine, script in zip(numbers, scripts, strict=True)
    )


def _ended(error: BaseException | None) -> tuple[Outcome, Text | None]:
    if error is None:
        return Outcome.PASSED, None
    if isinstance(error, CheckEnded):
        return error.outcome, error.detail
    if isinstance(error, AssertionError | pytest.fail.Exception):
        return Outcome.FAILED, None
    reason = "".join(traceback.format_exception(error))[-4000:]
    return Outcome.GRADER_FAULT, Text(reason, reason)
