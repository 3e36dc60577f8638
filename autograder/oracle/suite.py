"""One pytest session kept warm: collected once, its items run again for every submission.

Theory of operation. `Oracle` starts pytest in a thread of its own. The plugin takes the place of
pytest's run loop: it waits for a job, calls the collected checks with the job's student,
hands back what became of them, and waits again.
"""

import itertools
import queue
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field

import pytest
import torch

from autograder.assignment import Assignment
from autograder.assignment.files import REFERENCES
from autograder.errors import CourseError, GraderFault
from autograder.model import Outcome, Text
from autograder.oracle import references, script
from autograder.oracle.compare import measured
from autograder.oracle.conversation import Exchange, Port, Room
from autograder.oracle.facts import Offence
from autograder.oracle.failures import CheckEnded, CheckFailed
from autograder.oracle.items import CheckCase, CheckInfo, case_key, check_case, check_info
from autograder.oracle.lending import Function, Lender, functions
from autograder.oracle.script import Diverged, Lines, Memory, Replay, that_fit
from autograder.oracle.student import Student
from autograder.wire import messages

UNNEEDED = (
    "cacheprovider", "terminal", "junitxml", "pastebin", "stepwise", "faulthandler", "logging",
    "capture", "warnings", "doctest", "unittest", "nose", "debugging", "setuponly", "setupplan",
    "threadexception", "unraisableexception", "recwarn", "tmpdir", "monkeypatch", "subtests",
    "anyio", "hypothesispytest", "cov", "xdist", "timeout", "asyncio",
)  # fmt: skip
"""Plugins that cost time in every item and have no part in a verdict."""

ABOUT_ITSELF = (
    messages.Describe, messages.Measure, messages.State, messages.StandIn, messages.Trace,
    messages.Travel,
)  # fmt: skip
"""Requests whose answer is no value of the student's code but the worker's word."""

UNFINISHED = (Outcome.TIMED_OUT, Outcome.CRASHED, Outcome.MISSING)
NO_LINES = Lines.of(())


@dataclass(frozen=True)
class CaseResult:
    """What became of one check on one case.

    `told` are the forbidden calls that the check was told of; `distance` is the largest distance
    from an expected value that it met, in units of the tolerance there (None: nothing compared).
    """

    check: str
    case: str
    outcome: Outcome
    detail: Text | None
    exchanges: tuple[Exchange, ...] = ()
    compared: tuple[str, torch.Tensor, torch.Tensor] | None = None
    told: tuple[str, ...] = ()
    distance: float | None = None

    @property
    def key(self) -> str:
        """The name of this case of the check."""
        return case_key(self.check, self.case)

    @property
    def on_word(self) -> bool:
        """Whether the check asked the worker for more than values: about itself."""
        return any(isinstance(r, ABOUT_ITSELF) for each in self.exchanges for r in each.requests)


@dataclass
class Job:
    """One submission (or some parts of it) to be judged."""

    port: Port
    parts: tuple[str, ...]
    offences: dict[str, tuple[Offence, ...]]
    only: frozenset[str] | None = None
    room: Room = field(default_factory=Room)
    results: list[CaseResult] = field(default_factory=list)
    fault: str | None = None
    done: threading.Event = field(default_factory=threading.Event)


class Oracle:
    """A warm pytest session over one assignment's hidden suites; use as a context manager."""

    def __init__(self, assignment: Assignment) -> None:
        self._plugin = _Suite(assignment)
        self._folder = folder = assignment.folder / "hidden"
        self._arguments = [str(folder), f"--rootdir={folder}", "-c", "/dev/null",
                           "--import-mode=importlib", "-p", "no:cacheprovider"]  # fmt: skip
        self._arguments += [word for name in UNNEEDED for word in ("-p", f"no:{name}")]
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._trouble = ""
        self._lent: dict[str, Function] = {}

    def __enter__(self) -> "Oracle":
        # First: what cannot be run must not leave a session of pytest's behind that waits.
        self._lent = functions(self._folder)
        # Small tensors are compared: more threads would only wait for them, each on a core.
        torch.set_num_threads(1)
        self._thread.start()
        self._plugin.ready.wait()
        if not self._plugin.checks:
            self.__exit__()
            trouble = self._plugin.trouble or self._trouble
            raise CourseError(f"the hidden suites cannot be collected: {trouble.strip()}")
        return self

    def __exit__(self, *_: object) -> None:
        self._plugin.jobs.put(None)
        self._thread.join()

    @property
    def checks(self) -> tuple[CheckInfo, ...]:
        """Every check of the suites, in the order of the files and of the checks in them."""
        return self._plugin.checks

    def lender(self, names: list[str]) -> Lender:
        """Who answers for these functions of the reference solution (see `lending`)."""
        return Lender({name: self._lent[name] for name in names if name in self._lent})

    def judge(
        self, port: Port, parts: tuple[str, ...], offences: dict[str, tuple[Offence, ...]],
        only: frozenset[str] | None = None,
    ) -> tuple[CaseResult, ...]:  # fmt: skip
        """Run the checks of `parts` (of these `only` some) against the submission behind `port`."""
        job = Job(port, parts, offences, only)
        self._plugin.jobs.put(job)
        job.done.wait()
        if job.fault:
            raise GraderFault(f"the checks could not be run: {job.fault}")
        return tuple(job.results)

    def _run(self) -> None:
        # Imported by file name: an edited suite, or another assignment's, would be the one before.
        for suite in self._folder.glob("test_*.py"):
            sys.modules.pop(suite.stem, None)
        try:
            pytest.main(self._arguments, plugins=[self._plugin])
        except BaseException:
            self._trouble = traceback.format_exc()
        finally:
            self._plugin.ready.set()


class _Suite:
    """The pytest plugin: fixtures of the checks, and a run loop that serves jobs."""

    def __init__(self, assignment: Assignment) -> None:
        self.ready = threading.Event()
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.checks: tuple[CheckInfo, ...] = ()
        self.trouble = ""
        self._assignment = assignment
        self._parts = {part.name: part for part in assignment.parts}
        self._by_id = {part.id: part for part in assignment.parts}
        self._cases = references.read(assignment.folder / "hidden" / REFERENCES)
        self._cases_to_judge: tuple[CheckCase, ...] = ()
        self._script = script.read(assignment.folder / "hidden")
        self._memory: Memory[CaseResult] = Memory()

    def pytest_configure(self, config: pytest.Config) -> None:
        """Make `part` a known mark."""
        config.addinivalue_line("markers", "part(id, ...): the part that a check judges")

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Run a check once for each of its cases."""
        mark = metafunc.definition.get_closest_marker("part")
        if mark and "case" in metafunc.fixturenames:
            names = mark.kwargs["cases"]
            cases = [self._case(f"{mark.args[0]}/{name}") for name in names]
            metafunc.parametrize("case", cases, ids=names)

    def _case(self, name: str) -> references.Case:
        if name not in self._cases:
            raise CourseError(f"no case {name!r} in {REFERENCES}; `autograder reseed` adds it")
        return self._cases[name]

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Keep what went wrong in collecting, for the error message."""
        if report.failed:
            self.trouble += str(report.longrepr)[-2000:]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Serve jobs until the oracle is closed."""
        if session.testsfailed:
            return True
        self._cases_to_judge = tuple(map(check_case, session.items))
        self.checks = tuple({each.id: each for each in map(check_info, session.items)}.values())
        self.ready.set()
        while (job := self.jobs.get()) is not None:
            self._serve(job)
        return True

    def _serve(self, job: Job) -> None:
        wanted = [
            one
            for one in self._cases_to_judge
            if one.part in job.parts and not (job.only and one.check not in job.only)
        ]
        try:
            for _, cases in itertools.groupby(wanted, key=lambda one: one.part):
                job.results += self._judge_part(job, list(cases))
        except Exception as error:
            job.fault = f"{type(error).__name__}: {error}"
        finally:
            # Whoever waits for the results would wait for ever.
            job.done.set()

    def _judge_part(self, job: Job, cases: list[CheckCase]) -> Iterator[CaseResult]:
        lines = [self._script.get(one.key, NO_LINES) for one in cases]
        replies = iter(job.port.perform(that_fit(lines)))
        stopped = False
        for one, mine in zip(cases, lines, strict=True):
            ready = list(itertools.islice(replies, len(mine.groups)))
            result = _skipped(one) if stopped else self._judge(job, one, mine, ready)
            stopped = stopped or result.outcome in UNFINISHED
            yield result

    def _judge(self, job: Job, one: CheckCase, lines: Lines, ready: list[bytes]) -> CaseResult:
        """What becomes of a check on the replies that lie ready, or else on fresh ones."""
        if ready:
            with suppress(Diverged):
                return self._replayed(job, one, lines, ready)
        return self._called(one, self._student(job, one, job.port, job.room))

    def _replayed(self, job: Job, one: CheckCase, lines: Lines, ready: list[bytes]) -> CaseResult:
        told = (one.key, job.offences.get(one.part, ()))
        known = self._memory.get(told, ready)
        if known is None:
            # A room of its own: what is kept must not depend on who was graded before.
            student = self._student(job, one, Replay(lines, ready), Room())
            known = self._called(one, student)
            if known.outcome is not Outcome.GRADER_FAULT:
                self._memory.put(told, ready, known)
        return known

    def _student(self, job: Job, one: CheckCase, port: Port, room: Room) -> Student:
        return Student(
            port, self._parts, self._by_id[one.part], job.offences.get(one.part, ()),
            self._assignment.limits.check_seconds, room,
        )  # fmt: skip

    def _called(self, one: CheckCase, student: Student) -> CaseResult:
        """Call the check itself: pytest's own protocol costs more than most checks do."""
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
            tuple(student.told), max(distances, default=None),
        )  # fmt: skip


def _skipped(one: CheckCase) -> CaseResult:
    detail = Text(
        "not run: an earlier check of this part could not be finished",
        "没有运行：这一部分前面的检查没能完成",
    )
    return CaseResult(one.check, one.case, Outcome.NOT_RUN, detail)


def _ended(error: BaseException | None) -> tuple[Outcome, Text | None]:
    if error is None:
        return Outcome.PASSED, None
    if isinstance(error, CheckEnded):
        return error.outcome, error.detail
    if isinstance(error, AssertionError | pytest.fail.Exception):
        return Outcome.FAILED, None
    return _fault("".join(traceback.format_exception(error))[-4000:])


def _fault(reason: str) -> tuple[Outcome, Text]:
    return Outcome.GRADER_FAULT, Text(reason, reason)
