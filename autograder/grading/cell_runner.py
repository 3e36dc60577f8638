"""The cells of a submission, run in each of its workers before anything else is asked there."""

from collections.abc import Callable
from functools import partial

from autograder.checks import Lost
from autograder.core.assignment import Limits
from autograder.core.model import CellNote, Text
from autograder.grading.reference_server import ReferenceServer
from autograder.grading.time_budget import TimeBudget
from autograder.notebook.answers import Code
from autograder.sandbox.worker import Cause, Worker, WorkerLost
from autograder.wire import codec, messages
from autograder.wire.places import cell as cell_named

SECONDS_TOGETHER = 0.2
"""For all cells in one message: far more than they mostly take; the rest are run one by one."""


class CellRunner:
    """Runs the cells, and remembers which of them lost a worker.

    Such a cell is reduced to its definitions when the cells are run again, and left out if that
    loses the worker too; so what it defined before it hung or exited is kept. `reduced` says that
    all cells are from the first. `explained` tells what became of a lost worker.
    """

    def __init__(
        self,
        code: tuple[Code, ...],
        limits: Limits,
        budget: TimeBudget,
        explained: Callable[[Cause], Lost],
        loan: ReferenceServer | None,
        *,
        reduced: bool = False,
    ) -> None:
        self._code = code
        self._limits = limits
        self._budget = budget
        self._explained = explained
        self._loan = loan
        # A class that is lent takes its place between two cells.
        self._takes_all = loan is None
        self._misspoke = False
        self._reduced = {cell.index for cell in code} if reduced else set()
        self._left_out: set[int] = set()
        self._below: set[int] = set()
        self._notes: dict[int, CellNote] = {}

    @property
    def repairs(self) -> tuple[Text, ...]:
        """What had to be done so that the cells gave their definitions."""
        return tuple(
            Text(
                f"{cell_named(one.number)} fails: "
                "the definitions below that line were made all the same",
                f"{cell_named(one.number, 'zh')} 出错：出错行以下的定义仍然被执行",
            )
            for one in self._code
            if one.index in self._below
        )

    @property
    def notes(self) -> tuple[CellNote, ...]:
        """What each cell printed or raised."""
        return tuple(note for note in self._notes.values() if note.index >= 0)

    def run(self, worker: Worker) -> bool:
        """Run all cells in `worker`; False if one of them lost it.

        Raises:
            Lost: the submission's time is used up.
            GraderFault: the worker was lost through no act of the student's.
        """
        cells = [cell for cell in self._code if cell.index not in self._left_out]
        try:
            done = self._together(worker, cells) if self._takes_all else 0
        except WorkerLost as lost:
            # Which of them it was is found out when they are run one by one, with all their time.
            self._takes_all = False
            self._misspoke = lost.cause is Cause.MISSPOKE
            self._explained(lost.cause)
            return False
        return self._one_by_one(worker, cells[done:])

    def _together(self, worker: Worker, cells: list[Code]) -> int:
        """Run the first of the cells, as many as there is time for, and say how many they were.

        A message for each cell costs a right submission a twentieth of its time.

        Raises:
            WorkerLost: one of them lost the worker, or took longer than cells mostly do.
        """
        seconds = min(SECONDS_TOGETHER, self._limits.cell_seconds)
        groups = [codec.encode_part([self._order(cell, seconds)]) for cell in cells]
        script = messages.Script(groups, SECONDS_TOGETHER)
        # Nobody is charged for what is waited here: one by one, cells may sleep for longer.
        encoded = worker.perform(script, SECONDS_TOGETHER)
        replies = [worker.read(each) for each in encoded]
        if any(isinstance(reply, messages.CellRan) and reply.timed_out for reply in replies):
            # It may have been about to end: alone it has more time.
            worker.close()
            raise WorkerLost(Cause.LATE)
        for cell, reply in zip(cells[: len(replies)], replies, strict=True):
            self._note(cell.index, reply)
        return len(replies)

    def _one_by_one(self, worker: Worker, cells: list[Code]) -> bool:
        classes: list[messages.Request] = []
        for cell in cells:
            self._budget.check()
            order = self._order(cell, self._limits.cell_seconds)
            ask = partial(worker.ask, [*classes, order])
            try:
                reply = self._budget.run(worker, ask, self._limits.cell_seconds)
                if self._misspoke:
                    # Read later, what this cell has written would cost an answer its points, or
                    # another: which of them would be a matter of chance.
                    self._budget.run(worker, worker.settle, self._limits.check_seconds)
            except WorkerLost as lost:
                self._lost_in(cell.index, lost.cause)
                return False
            self._note(cell.index, reply)
            classes = self._loan.classes_below(cell.index) if self._loan else []
        return True

    def _order(self, cell: Code, seconds: float) -> messages.RunCell:
        return messages.RunCell(
            cell.number or cell.index, cell.source, seconds, cell.index in self._reduced
        )

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
