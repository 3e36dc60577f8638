"""One submission's code in a worker, restarted when the worker is lost."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from autograder.checks.allowance import Allowance
from autograder.checks.facts import Lost
from autograder.core.assignment.plan import Limits, Part
from autograder.core.errors import GraderFault
from autograder.core.model import Outcome, Text
from autograder.grading.cell_runner import CellRunner, TimeBudget
from autograder.grading.reevaluation import Loan
from autograder.notebook.calls import Source
from autograder.notebook.read import Code
from autograder.sandbox.worker_process import LossCause, Worker, WorkerLost
from autograder.wire import messages

SCRIPT_SECONDS = 1.0
"""For the groups of a script: far more than a right answer takes, and the rest is asked singly."""

LATE = (
    Outcome.TIMED_OUT,
    Text("it did not finish in time and was stopped", "没有按时结束，已被停止"),
)
ENDED = (Outcome.CRASHED, Text("the notebook's process crashed", "笔记本的进程崩溃了"))
EXPLAINED = {
    LossCause.LATE: LATE,
    LossCause.ASLEEP: LATE,
    LossCause.FULL: (Outcome.CRASHED, Text("it used up all memory", "它用完了全部内存")),
}
"""What is said of a worker that was lost through its notebook; else that it has `ENDED`."""

FAULTS = {
    LossCause.VANISHED: "the warm process is gone",
    LossCause.UNCONFINED: "a process for the notebook could not be confined: make room for "
    "temporary files; `autograder doctor` says more",
    LossCause.STARVED: "the machine is too busy: the notebook's process got next to no processor "
    "time; end other programs, or grade with fewer --jobs",
}
"""What is said of a worker that no notebook can lose."""

WITHOUT_MEMORY = (LossCause.FULL, LossCause.EXITED, LossCause.SIGNALLED)
"""How a worker ends that cannot even say that it has none."""

NO_MEMORY = re.compile("allocate memory|bad_alloc|bad allocation")
"""In the words of torch and of the C++ library."""


def oom_kill_line() -> str:
    """How often this machine's kernel has killed for want of memory, as it writes it."""
    try:
        lines = Path("/proc/vmstat").read_text("ascii").splitlines()
    except OSError:
        return ""
    return next((line for line in lines if line.startswith("oom_kill ")), "")


class Session:
    """Runs a submission's cells and passes requests on: the oracle's `Transport`.

    A worker killed from outside is the grader's fault, unless this is the `last` try: who is killed
    each time kills itself. Sessions of one submission share their `budget`. In a `reduced` one
    cells are run for their imports and definitions alone.
    """

    def __init__(
        self, spawn: Callable[..., Worker], code: tuple[Code, ...], limits: Limits, *,
        last: bool = True, loan: Loan | None = None, budget: TimeBudget | None = None,
        reduced: bool = False,
    ) -> None:  # fmt: skip
        self.budget = budget or TimeBudget(limits.submission_seconds)
        self.charge = self.budget.charge
        self.killed = False
        self.ran_out = False
        """Whether the machine had no memory left, which is worth another try with all its time."""
        self.broke_protocol = False
        self._last = last
        self._loan = loan
        self._oom_line = oom_kill_line()
        self._spawn = spawn
        self._limits = limits
        self._code, self._reduced = code, reduced
        self.cells = CellRunner(
            code, limits, self.budget, self._attribute, loan.classes if loan else (),
            {cell.index for cell in code if reduced},
        )  # fmt: skip
        self._worker: Worker | None = None
        # The host's answers to what is lent belong to single requests.
        self._takes_scripts = loan is None

    def ask(self, *requests: messages.Request) -> messages.Reply:
        """The reply of a living worker to the last of the requests, or the first failure. Raises
        Lost if this request lost the worker, or the submission's time is used up, GraderFault if
        the worker was lost through no act of the student's.
        """
        self.budget.check()
        worker = self.ready_worker()
        try:
            ask = partial(worker.ask, list(requests))
            return self.budget.run(worker, ask, self._limits.check_seconds)
        except WorkerLost as lost:
            self._worker = None
            raise self._attribute(lost.cause) from None

    def perform(self, groups: Sequence[msgspec.Raw]) -> list[bytes]:
        """Encoded replies to the first of a script's groups, as many as there was time for; none
        from a submission that has lost a worker over a script: in a fresh one it is asked request
        by request.
        """
        if not self._takes_scripts or not self.budget.left:
            return []
        script = messages.Script(list(groups), SCRIPT_SECONDS)
        try:
            worker = self.ready_worker()
            perform = partial(worker.perform, script)
            # The last of its answers may begin just before the script's own time is over.
            return self.budget.run(worker, perform, SCRIPT_SECONDS + self._limits.check_seconds)
        except WorkerLost as lost:
            self._worker = None
            self._attribute(lost.cause)
        except Lost:
            pass
        self._takes_scripts = False
        return []

    def within(self, allowed: Allowance, part: Part | None) -> "MeteredSession":
        """A session that may cost no more, with the cells that a `part` needs (None: all)."""
        code = self._code
        if part and not self._loan:
            # What others import would be charged to the answer.
            needed = Source(code).cells_to_run([part], unread=False)
            code = tuple(cell for cell in code if cell.index in needed)
        return MeteredSession(
            allowed, partial(_spawn_limited, self._spawn, allowed), code, self._limits,
            loan=self._loan, budget=self.budget, reduced=self._reduced,
        )  # fmt: skip

    def close(self) -> None:
        if self._worker:
            self._worker.close()

    def ready_worker(self) -> Worker:
        """A living worker in which the cells have run."""
        while self._worker is None:
            self.budget.check()
            worker = self._worker = self._spawn()
            try:
                is_ready = self.cells.run(worker)
                if is_ready and self._loan:
                    lend = partial(worker.lend, self._loan.functions, self._loan.lender)
                    self.budget.run(worker, lend, self._limits.check_seconds)
            except WorkerLost:
                is_ready = False
            self._worker = worker if is_ready else None
        return self._worker

    def _attribute(self, cause: LossCause) -> Lost:
        """The Lost for its notebook. Raises GraderFault if others may have caused it."""
        if cause in FAULTS:
            raise GraderFault(FAULTS[cause])
        if cause is LossCause.KILLED:
            self.killed = True
            if oom_kill_line() != self._oom_line:
                self.ran_out = True
                raise GraderFault("the machine ran out of memory and its kernel killed processes")
            if not self._last:
                raise GraderFault("the notebook's process was killed from outside")
        self.broke_protocol = self.broke_protocol or cause is LossCause.PROTOCOL_ERROR
        return Lost(*EXPLAINED.get(cause, ENDED))


class MeteredSession(Session):
    """A session in which one case of a check may cost no more than is allowed: the kernel holds the
    worker to its memory from its birth, and counts what it computes from the end of its cells on.
    """

    def __init__(self, allowed: Allowance, *settings: Any, **named: Any) -> None:
        self._allowed = allowed
        self._timed_worker: Worker | None = None
        self._began = 0.0
        super().__init__(*settings, **named)
        # Only now: the cells have the limits of any session.
        if allowed.computing:
            seconds = min(allowed.computing, self._limits.check_seconds)
            self._limits = msgspec.structs.replace(self._limits, check_seconds=seconds)

    def ask(self, *requests: messages.Request) -> messages.Reply:
        """As in any session. Raises TooDear, too, if the answer costs more than is allowed."""
        worker = self.ready_worker()
        if self._timed_worker is not worker:
            self._timed_worker, self._began = worker, worker.cpu_time()
        reply = super().ask(*requests)
        raised = reply if isinstance(reply, messages.Raised) else None
        wants = raised and (raised.kind.endswith("MemoryError") or NO_MEMORY.search(raised.message))
        if wants and self._allowed.memory:
            raise self._allowed.out_of_memory()
        if self._allowed.computing:
            # By processor time too, whatever has become of the worker's own alarm.
            is_late = worker.cpu_time() - self._began > self._allowed.computing
            if is_late or (raised and raised.timed_out):
                raise self._allowed.out_of_time()
        return reply

    def _attribute(self, cause: LossCause) -> Lost:
        lost = super()._attribute(cause)
        if self._allowed.computing and cause is LossCause.LATE:
            return self._allowed.out_of_time()
        if self._allowed.memory and cause in WITHOUT_MEMORY:
            return self._allowed.out_of_memory()
        return lost


def _spawn_limited(spawn: Callable[..., Worker], allowed: Allowance) -> Worker:
    """A worker under these limits that answers. Raises GraderFault if it cannot be made."""
    worker = spawn(memory=allowed.memory)
    try:
        worker.ask([messages.Names()], SCRIPT_SECONDS)
    except WorkerLost as lost:
        raise GraderFault(f"a worker with limits of its own cannot be made: {lost}") from None
    return worker
