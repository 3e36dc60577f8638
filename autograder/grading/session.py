"""One submission's code in a worker, brought back to life when the worker is lost."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

import msgspec

from autograder.assignment import Limits
from autograder.errors import GraderFault
from autograder.grading.loan import Loan
from autograder.model import CellNote, Outcome, Text
from autograder.notebook.answers import Code
from autograder.oracle import Lost
from autograder.sandbox.worker import Cause, Worker, WorkerLost
from autograder.wire import WALL, messages

Answer = TypeVar("Answer")
GRACE = 2.0
"""Seconds beyond the worker's own alarm before the host ends it from outside."""

SCRIPT_SECONDS = 1.0
"""For the groups of a script, or the cells: far more than right ones take, and the rest is asked
singly."""


def out_of_memory() -> str:
    """How often this machine's kernel has killed for want of memory, as it writes it."""
    try:
        lines = Path("/proc/vmstat").read_text("ascii").splitlines()
    except OSError:
        return ""
    return next((line for line in lines if line.startswith("oom_kill ")), "")


class Session:
    """Runs a submission's cells and passes requests on; a Port for the oracle.

    A cell that loses its worker is reduced to its definitions when the cells are run again, and
    left out if that loses the worker too; so what it defined before it hung or exited is kept.
    A worker killed from outside is the grader's fault, unless this is the `last` try: a notebook
    that is killed each time kills itself. What sleeps at one request does so at others: whoever is
    found asleep, here or in a session before (`slept`), is looked at soon from then on, and is
    charged with all the time for which it might have been waited.
    """

    def __init__(
        self,
        spawn: Callable[[], Worker],
        code: tuple[Code, ...],
        limits: Limits,
        *,
        last: bool = True,
        loan: Loan | None = None,
        slept: bool = False,
    ) -> None:
        self._last = last
        self.slept = slept
        self._loan = loan
        self.killed = False
        self._ran_out = out_of_memory()
        self._spawn = spawn
        self._code = code
        self._limits = limits
        self._until = time.monotonic() + limits.submission_seconds
        self._reduced: set[int] = set()
        self._left_out: set[int] = set()
        self._notes: dict[int, CellNote] = {}
        self._worker: Worker | None = None
        self._below: set[int] = set()
        self.misspoke = False
        # The host's answers to what is lent belong to single requests.
        self._takes_scripts = self._takes_cells_together = loan is None

    @property
    def repairs(self) -> tuple[Text, ...]:
        """What had to be done so that the cells gave their definitions."""
        return tuple(
            Text(
                f"cell {index} fails: the definitions below that line were made all the same",
                f"单元格 {index} 出错：出错行以下的定义仍然被执行",
            )
            for index in sorted(self._below)
        )

    @property
    def notes(self) -> tuple[CellNote, ...]:
        """What each cell printed or raised."""
        return tuple(note for note in self._notes.values() if note.index >= 0)

    @property
    def left(self) -> float:
        """How many seconds of the submission's time are left."""
        return max(0.0, self._until - time.monotonic())

    def ask(self, *requests: messages.Request) -> messages.Reply:
        """The reply of a living worker to the last of the requests, or the first failure.

        Raises:
            Lost: this request lost the worker, or the submission's time is used up.
            GraderFault: the worker was lost through no act of the student's.
        """
        self._in_time()
        worker = self._ready()
        try:
            return self._waited(partial(worker.ask, list(requests)), self._limits.check_seconds)
        except WorkerLost as lost:
            self._worker = None
            raise self._explained(lost.cause) from None

    def perform(self, groups: Sequence[msgspec.Raw]) -> list[bytes]:
        """Encoded replies to the first of a script's groups, as many as there was time for.

        None from a submission that has lost a worker over a script: whatever that was, it happens
        again, in a fresh worker, when its request is asked by itself.
        """
        if not self._takes_scripts or not self.left:
            return []
        script = messages.Script(list(groups), SCRIPT_SECONDS)
        try:
            worker = self._ready()
            return self._waited(partial(worker.perform, script), self._limits.check_seconds)
        except WorkerLost as lost:
            self._worker, self._takes_scripts = None, False
            with suppress(GraderFault):
                self._explained(lost.cause)
        except (Lost, GraderFault):
            self._takes_scripts = False
        return []

    def close(self) -> None:
        """End the worker."""
        if self._worker:
            self._worker.close()

    def run(self) -> None:
        """Run the cells now, rather than at the first request."""
        self._ready()

    def _ready(self) -> Worker:
        while self._worker is None:
            self._in_time()
            self._worker = self._spawn()
            self._worker.wary = self.slept
            if not (self._rehearse(self._worker) and self._lent(self._worker)):
                self._worker = None
        return self._worker

    def _lent(self, worker: Worker) -> bool:
        """Lend what is to be lent, now that the cells have run; False if that lost the worker."""
        try:
            if self._loan:
                lend = partial(worker.lend, self._loan.functions, self._loan.lender)
                self._waited(lend, self._limits.check_seconds)
        except WorkerLost:
            return False
        return True

    def _waited(self, ask: Callable[[float], Answer], seconds: float) -> Answer:
        """What `ask` gives, of a worker that may compute for so many seconds.

        By the clock never beyond the submission's own time: many answers that are each in time
        would take hours, and the warm process would kill the worker in the middle of one.

        Raises:
            WorkerLost: as `ask` does.
        """
        until = time.monotonic() + min(seconds * WALL, self.left) + GRACE
        try:
            return ask(until - time.monotonic())
        except WorkerLost as lost:
            if lost.cause is Cause.ASLEEP:
                self.slept = True
                # What it was not waited for: to lose a worker must not be cheaper in its sleep.
                self._until -= max(0.0, until - time.monotonic())
            raise

    def _in_time(self) -> None:
        if time.monotonic() > self._until:
            limit = f"{self._limits.submission_seconds:g}"
            raise Lost(
                Outcome.TIMED_OUT,
                Text(f"the notebook used up its {limit} s", f"笔记本用完了 {limit} 秒的时限"),
            )

    def _rehearse(self, worker: Worker) -> bool:
        """Run all cells in `worker`; False if one of them lost it."""
        cells = [cell for cell in self._code if cell.index not in self._left_out]
        try:
            done = self._together(worker, cells) if self._takes_cells_together else 0
        except WorkerLost as lost:
            # Which of them it was is found out when they are run one by one, with all patience.
            self._takes_cells_together = False
            self._explained(lost.cause)
            return False
        return self._one_by_one(worker, cells[done:])

    def _together(self, worker: Worker, cells: list[Code]) -> int:
        """Run the first of the cells, as many as there is time for, and say how many they were.

        A message for each cell costs more than running it, in a notebook in which nothing hangs.

        Raises:
            WorkerLost: one of them lost the worker, or took longer than cells mostly do.
        """
        groups = [messages.encode_group([self._order(cell)]) for cell in cells]
        script = messages.Script(groups, SCRIPT_SECONDS)
        patience = min(SCRIPT_SECONDS * WALL, self.left) + GRACE
        replies = [worker.read(each) for each in worker.perform(script, patience)]
        for cell, reply in zip(cells, replies, strict=False):
            self._note(cell.index, reply)
        return len(replies)

    def _order(self, cell: Code) -> messages.RunCell:
        reduced = cell.index in self._reduced
        return messages.RunCell(cell.index, cell.source, self._limits.cell_seconds, reduced)

    def _one_by_one(self, worker: Worker, cells: list[Code]) -> bool:
        classes: list[messages.Request] = []
        for cell in cells:
            self._in_time()
            try:
                ask = partial(worker.ask, [*classes, self._order(cell)])
                reply = self._waited(ask, self._limits.cell_seconds)
            except WorkerLost as lost:
                self._lost_in(cell.index, lost.cause)
                return False
            self._note(cell.index, reply)
            classes = self._loan.classes_below(cell.index) if self._loan else []
        return True

    def _lost_in(self, index: int, cause: Cause) -> None:
        said = self._explained(cause).detail.en
        self._notes[index] = CellNote(index, "", said)
        (self._left_out if index in self._reduced else self._reduced).add(index)

    def _note(self, index: int, reply: messages.Reply) -> None:
        if isinstance(reply, messages.CellRan) and index not in self._reduced:
            output = reply.output[: self._limits.output_kb << 10]
            self._notes[index] = CellNote(index, output, reply.error)
            if reply.below:
                self._below.add(index)

    def _judge_kill(self) -> None:
        """A worker that somebody killed: the kernel, for want of memory, or the notebook itself.

        Raises:
            GraderFault: it need not have been the notebook.
        """
        self.killed = True
        if out_of_memory() != self._ran_out:
            raise GraderFault("the machine ran out of memory and its kernel killed processes")
        if not self._last:
            raise GraderFault("the notebook's process was killed from outside")

    def _explained(self, cause: Cause) -> Lost:
        if cause is Cause.VANISHED:
            raise GraderFault("the warm process is gone")
        if cause is Cause.KILLED:
            self._judge_kill()
        if cause in (Cause.LATE, Cause.ASLEEP):
            return Lost(
                Outcome.TIMED_OUT,
                Text("it did not finish in time and was stopped", "没有按时结束，已被停止"),
            )
        self.misspoke = self.misspoke or cause is Cause.MISSPOKE
        return Lost(
            Outcome.CRASHED,
            Text("the notebook's process ended while it ran", "运行时笔记本的进程结束了"),
        )
