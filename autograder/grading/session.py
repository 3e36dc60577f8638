"""One submission's code in a worker, restarted when the worker is lost."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

import msgspec

from autograder.checks import Lost
from autograder.core.assignment import Limits
from autograder.core.errors import GraderFault
from autograder.core.model import CellNote, Outcome, Text
from autograder.grading.cell_runner import CellRunner
from autograder.grading.reference_server import ReferenceServer
from autograder.grading.time_budget import TimeBudget
from autograder.notebook.answers import Code
from autograder.sandbox.worker import Cause, Worker, WorkerLost
from autograder.wire import messages

SCRIPT_SECONDS = 1.0
"""For the groups of a script: far more than a right answer takes, and the rest is asked singly."""

LATE = (
    Outcome.TIMED_OUT,
    Text("it did not finish in time and was stopped", "没有按时结束，已被停止"),
)
ENDED = (
    Outcome.CRASHED,
    Text("the notebook's process crashed", "笔记本的进程崩溃了"),
)
EXPLAINED = {
    Cause.LATE: LATE,
    Cause.ASLEEP: LATE,
    Cause.FULL: (Outcome.CRASHED, Text("it used up all memory", "它用完了全部内存")),
    Cause.BUSY: (
        Outcome.TIMED_OUT,
        Text(
            "it left threads that went on computing and were stopped",
            "它留下的线程还在继续计算，已被停止",
        ),
    ),
}
"""What is said of a worker that was lost through its notebook; else that it has `ENDED`."""


def out_of_memory() -> str:
    """How often this machine's kernel has killed for want of memory, as it writes it."""
    try:
        lines = Path("/proc/vmstat").read_text("ascii").splitlines()
    except OSError:
        return ""
    return next((line for line in lines if line.startswith("oom_kill ")), "")


class Session:
    """Runs a submission's cells and passes requests on; a Port for the oracle.

    A worker killed from outside is the grader's fault, unless this is the `last` try: a notebook
    that is killed each time kills itself. Sessions of one submission share their `budget` of time.
    In a `reduced` one cells are run for their imports and definitions alone.
    """

    def __init__(
        self,
        spawn: Callable[[], Worker],
        code: tuple[Code, ...],
        limits: Limits,
        *,
        last: bool = True,
        loan: ReferenceServer | None = None,
        budget: TimeBudget | None = None,
        reduced: bool = False,
    ) -> None:
        self.budget = budget or TimeBudget(limits.submission_seconds)
        self.killed = False
        self.ran_out = False
        """Whether the machine had no memory left, which is worth another try with all its time."""
        self.misspoke = False
        self._last = last
        self._loan = loan
        self._kills = out_of_memory()
        self._spawn = spawn
        self._limits = limits
        self._cells = CellRunner(code, limits, self.budget, self._explained, loan, reduced=reduced)
        self._worker: Worker | None = None
        # The host's answers to what is lent belong to single requests.
        self._takes_scripts = loan is None

    @property
    def repairs(self) -> tuple[Text, ...]:
        """What had to be done so that the cells gave their definitions."""
        return self._cells.repairs

    @property
    def notes(self) -> tuple[CellNote, ...]:
        """What each cell printed or raised."""
        return self._cells.notes

    def ask(self, *requests: messages.Request) -> messages.Reply:
        """The reply of a living worker to the last of the requests, or the first failure.

        Raises:
            Lost: this request lost the worker, or the submission's time is used up.
            GraderFault: the worker was lost through no act of the student's.
        """
        self.budget.check()
        worker = self._ready()
        try:
            ask = partial(worker.ask, list(requests))
            return self.budget.run(worker, ask, self._limits.check_seconds)
        except WorkerLost as lost:
            self._worker = None
            raise self._explained(lost.cause) from None

    def perform(self, groups: Sequence[msgspec.Raw]) -> list[bytes]:
        """Encoded replies to the first of a script's groups, as many as there was time for.

        None from a submission that has lost a worker over a script: whatever that was, it happens
        again, in a fresh worker, when its request is asked by itself.
        """
        if not self._takes_scripts or not self.budget.left:
            return []
        script = messages.Script(list(groups), SCRIPT_SECONDS)
        try:
            worker = self._ready()
            perform = partial(worker.perform, script)
            # The last of its answers may begin just before the script's own time is over.
            return self.budget.run(worker, perform, SCRIPT_SECONDS + self._limits.check_seconds)
        except WorkerLost as lost:
            self._worker, self._takes_scripts = None, False
            with suppress(GraderFault):
                self._explained(lost.cause)
        except (Lost, GraderFault):
            self._takes_scripts = False
        return []

    def charge(self, seconds: float) -> None:
        """Take the grader's own work on a reply from the submission's time."""
        self.budget.charge(seconds)

    def close(self) -> None:
        """End the worker."""
        if self._worker:
            self._worker.close()

    def run(self) -> None:
        """Run the cells now, rather than at the first request."""
        self._ready()

    def _ready(self) -> Worker:
        while self._worker is None:
            self.budget.check()
            self._worker = self._spawn()
            if not (self._cells.run(self._worker) and self._lent(self._worker)):
                self._worker = None
        return self._worker

    def _lent(self, worker: Worker) -> bool:
        """Bind lent functions after the cells have run; False if that lost the worker."""
        try:
            if self._loan:
                lend = partial(worker.lend, self._loan.functions, self._loan.lender)
                self.budget.run(worker, lend, self._limits.check_seconds)
        except WorkerLost:
            return False
        return True

    def _judge_kill(self) -> None:
        """Handle a killed worker: by the kernel, out of memory, or by the notebook itself.

        Raises:
            GraderFault: it need not have been the notebook.
        """
        self.killed = True
        if out_of_memory() != self._kills:
            self.ran_out = True
            raise GraderFault("the machine ran out of memory and its kernel killed processes")
        if not self._last:
            raise GraderFault("the notebook's process was killed from outside")

    def _explained(self, cause: Cause) -> Lost:
        if cause is Cause.VANISHED:
            raise GraderFault("the warm process is gone")
        if cause is Cause.STARVED:
            raise GraderFault(
                "the machine is too busy: the notebook's process got next to no processor time; "
                "end other programs, or grade with fewer --jobs"
            )
        if cause is Cause.KILLED:
            self._judge_kill()
        self.misspoke = self.misspoke or cause is Cause.MISSPOKE
        return Lost(*EXPLAINED.get(cause, ENDED))
