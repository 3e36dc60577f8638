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
from autograder.checks.lending import Lender
from autograder.checks.provided import callables, provided
from autograder.checks.request_batch import BatchMismatch, BatchReplay, CaseScript, VerdictCache
from autograder.checks.results import CaseResult, CheckInfo
from autograder.checks.student import Student
from autograder.checks.worker_client import Conversation, MemoryBudget, Port, Transport
from autograder.core.assignment import sets
from autograder.core.assignment.plan import Assignment
from autograder.core.errors import GraderFault
from autograder.core.model import STOPPED, Outcome, Text
from autograder.notebook.calls import Offence

ENDS_THE_PART = (*STOPPED, Outcome.MISSING)
NOT_FINISHED = Text("not run: an earlier check was not finished", "没有运行：前面的检查没能完成")
NOT_RIGHT = Text("not run: the main check comes first", "没有运行：先要通过主要的检查")


@dataclass(frozen=True)
class Job:
    """One submission to be judged, the forbidden calls in its source by part, and its set."""

    port: Transport
    offences: dict[str, tuple[Offence, ...]]
    set_index: int
    budget: MemoryBudget = field(default_factory=MemoryBudget)


ScriptedCases = tuple[tuple[CheckCase, CaseScript], ...]
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
        self._parts_by_name = {part.name: part for part in assignment.parts}
        self._parts_by_id = {part.id: part for part in assignment.parts}
        hidden = assignment.folder / "hidden"
        self._references = callables(hidden / "reference.py")
        self.provided = provided(hidden, tuple(self._parts_by_name))
        self._cases_by_set = _cases_by_set(assignment)
        self._main: dict[str, str] = {}
        for check in sorted(self.checks, key=lambda check: check.weight, reverse=True):
            if check.value:
                self._main.setdefault(check.part, check.id)
        self._verdicts = VerdictCache()

    @property
    def checks(self) -> tuple[CheckInfo, ...]:
        return tuple({case.info.id: case.info for case, _ in self._cases_by_set[0]}.values())

    @property
    def limited(self) -> dict[str, str]:
        """The part of each case that says what an answer may cost, by the case's key."""
        return {case.key: case.part for case, _ in self._cases_by_set[0] if case.allowed}

    def lender(self, names: list[str], *, mask_of_numbers: bool = False) -> Lender:
        """Who answers for these functions of the reference solution."""
        lent = {name: self._references[name] for name in names if name in self._references}
        return Lender(lent, mask_of_numbers=mask_of_numbers)

    def judge(
        self, port: Transport, parts: tuple[str, ...], offences: dict[str, tuple[Offence, ...]],
        only: frozenset[str] | None, set_index: int,
    ) -> tuple[CaseResult, ...]:  # fmt: skip
        """Run checks of `parts` on the submission behind `port`, by the set of this index;
        `only` some of them, or cases by their keys. GraderFault if they cannot run.
        """
        cases = [
            (case, script)
            for case, script in self._cases_by_set[set_index]
            if case.part in parts and (only is None or {case.check, case.key} & only)
        ]
        job = Job(port, offences, set_index)
        runs = itertools.groupby(cases, key=lambda pair: pair[0].part)
        try:
            return tuple(result for _, run in runs for result in self._judge_part(job, tuple(run)))
        except GraderFault:
            raise
        except Exception as error:
            cause = f"{type(error).__name__}: {error}"
            raise GraderFault(f"the checks could not be run: {cause}") from error

    def _judge_part(self, job: Job, cases: ScriptedCases) -> Iterator[CaseResult]:
        replies = iter(job.port.perform(request_batch.that_fit(script for _, script in cases)))
        unfinished: Text | None = None
        main_failed: Text | None = None
        for case, script in cases:
            ready = list(itertools.islice(replies, len(script)))
            if reason := unfinished or (main_failed if case.allowed else None):
                result = CaseResult(case.check, case.case, Outcome.NOT_RUN, reason)
            elif case.allowed:
                result = self._limited(job, case, case.allowed.share(self._share))
            else:
                result = self._judge(job, case, script, ready)
            if result.outcome in ENDS_THE_PART:
                unfinished = NOT_FINISHED
            if case.check == self._main.get(case.part) and not result.passed:
                main_failed = NOT_RIGHT
            yield result

    def _judge(
        self, job: Job, case: CheckCase, script: CaseScript, ready: list[bytes]
    ) -> CaseResult:
        """What becomes of a check on the replies that lie ready, or else on fresh ones."""
        if ready:
            with suppress(BatchMismatch):
                key = (job.set_index, case.key, job.offences.get(case.part, ()))
                result = self._verdicts.get(key, ready)
                if result is None:
                    # A budget of its own: what is kept must not depend on who was graded before.
                    replay = BatchReplay(script, ready, job.port.charge)
                    result = self._run_check(job, case, replay, MemoryBudget())
                    if result.outcome is not Outcome.GRADER_FAULT:
                        self._verdicts.put(key, ready, result)
                return result
        return self._run_check(job, case, job.port, job.budget)

    def _limited(self, job: Job, case: CheckCase, allowed: Allowance) -> CaseResult:
        """What becomes of a check whose answer may only cost so much: one pass is enough, in a
        worker with the cells alone that the answer uses, or in one with all of them.
        """
        for part in (self._parts_by_id[case.part], None):
            with closing(job.port.within(allowed, part)) as port:
                result = self._run_check(job, case, port, job.budget)
            if result.passed or result.dear:
                break
        return result

    def _run_check(self, job: Job, case: CheckCase, port: Port, budget: MemoryBudget) -> CaseResult:
        seconds = self._assignment.limits.check_seconds
        if case.allowed and case.allowed.computing:
            seconds = min(seconds, case.allowed.computing * self._share)
        offences = job.offences.get(case.part, ())
        line = Conversation(port, self._parts_by_name, seconds, budget)
        student = Student(line, self._parts_by_name, offences, self.provided)
        error: BaseException | None = None
        with measured() as distances:
            try:
                case.run(student=student, **case.arguments)
                line.settle()
            except GraderFault:
                # No check is at fault: the submission is tried again.
                raise
            except (Exception, pytest.fail.Exception, pytest.skip.Exception) as raised:
                error = raised
        outcome, detail = _outcome_of(error)
        compared = error.compared if isinstance(error, CheckFailed) else None
        return CaseResult(
            case.check, case.case, outcome, detail, tuple(line.exchanges), compared,
            tuple(student.told), max(distances, default=None), dear=isinstance(error, TooDear),
        )  # fmt: skip


def _cases_by_set(assignment: Assignment) -> tuple[ScriptedCases, ...]:
    number_sets = sets.read(assignment.folder / "hidden").every
    numbers = [references.decode(number_set.references) for number_set in number_sets]
    cases = collected(assignment, numbers[0])
    scripts = [request_batch.decode(number_set.script) for number_set in number_sets]
    # What costs much is asked for in a worker of its own, never ahead.
    keys = [(case, "" if case.allowed else case.key) for case in cases]
    return tuple(
        tuple((case.on(by_name), script.get(key, ())) for case, key in keys)
        for by_name, script in zip(numbers, scripts, strict=True)
    )


def _outcome_of(error: BaseException | None) -> tuple[Outcome, Text | None]:
    if error is None:
        return Outcome.PASSED, None
    if isinstance(error, CheckEnded):
        return error.outcome, error.detail
    if isinstance(error, AssertionError | pytest.fail.Exception):
        return Outcome.FAILED, None
    reason = "".join(traceback.format_exception(error))[-4000:]
    return Outcome.GRADER_FAULT, Text(reason, reason)
