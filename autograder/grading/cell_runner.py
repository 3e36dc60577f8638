"""The cells of a submission, run in each of its workers before anything else; and its time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from autograder.checks.facts import Lost
from autograder.core.assignment.plan import Limits
from autograder.core.model import MAX_SHOWN, CellNote, Outcome, Text
from autograder.notebook.read import Code, in_cell
from autograder.sandbox.worker_process import LossCause, Worker, WorkerLost
from autograder.wire import codec, messages
from autograder.wire.frames import WireError

Reply = TypeVar("Reply")

LEAST_CHARGE = 1 / 120
"""Of a submission's time: what losing a worker costs at least. Making another takes time too."""

ASLEEP_CHARGE = 1 / 6
"""Of a submission's time: what losing a worker in its sleep costs at least."""

TOGETHER_SECONDS = 2.0
"""For cells that are run together: ordinary ones take a hundredth."""

BELOW = Text(
    "it stops with an error, which costs nothing by itself: what it defines below was made",
    "运行时出错，但这本身不扣分：出错行以下的定义仍然被执行",
)


class TimeBudget:
    """The seconds that a submission's workers may compute and sleep, and the grader may work on
    what they have sent.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = self._left = seconds

    @property
    def left(self) -> float:
        return max(0.0, self._left)

    def charge(self, seconds: float) -> None:
        self._left -= seconds

    def check(self) -> None:
        """Raises Lost if no time is left."""
        if not self.left:
            limit = f"{self._seconds:g}"
            text = Text(f"the notebook used up its {limit} s", f"笔记本用完了 {limit} 秒的时限")
            raise Lost(Outcome.TIMED_OUT, text)

    def run(self, worker: Worker, ask: Callable[[float], Reply], seconds: float) -> Reply:
        """What `ask` returns from a worker that may take `seconds` for it; WorkerLost as by it."""
        before, least = worker.spent, 0.0
        try:
            return ask(min(seconds, self.left))
        except WorkerLost as lost:
            share = ASLEEP_CHARGE if lost.cause is LossCause.ASLEEP else LEAST_CHARGE
            least = share * self._seconds
            raise
        finally:
            self._left -= max(worker.spent - before, least)


@dataclass
class CellRunner:
    """Runs the cells, and remembers which of them lost a worker: such a cell is reduced to its
    definitions in the next one (those in `reduced` are from the first), and left out if that is
    lost too. `attribute` says what a lost worker is for its notebook. Each of `replacements` is
    bound after the cell of its index (None: before all of them).
    """

    code: tuple[Code, ...]
    limits: Limits
    budget: TimeBudget
    attribute: Callable[[LossCause], Lost]
    replacements: Sequence[tuple[int | None, messages.Replace]]
    reduced: set[int]
    _singly: bool = False
    _left_out: set[int] = field(default_factory=set)
    _told: dict[int, Text] = field(default_factory=dict)
    _notes: dict[int, CellNote] = field(default_factory=dict)

    @property
    def repairs(self) -> tuple[Text, ...]:
        """Which cells never ended, and of which failed ones the definitions below were made."""
        cells = (cell for cell in self.code if cell.index in self._told)
        return tuple(in_cell(cell.number, self._told[cell.index]) for cell in cells)

    @property
    def notes(self) -> tuple[CellNote, ...]:
        return tuple(note for note in self._notes.values() if note.index >= 0)

    def run(self, worker: Worker) -> bool:
        """Run all cells in `worker`; False if one of them lost it. Raises Lost if the submission's
        time is used up, GraderFault if the worker was lost through no act of the student's.
        """
        cells = [cell for cell in self.code if cell.index not in self._left_out]
        together = cells and not self.replacements and not self._singly
        done = self._together(worker, cells) if together else 0
        return done is not None and self._one_by_one(worker, cells[done:])

    def _together(self, worker: Worker, cells: list[Code]) -> int | None:
        """Run the first of the cells, as many as end soon, and say how many; None if one of them
        lost the worker. A message for each cell costs a submission a tenth of its time.
        """
        orders = [codec.encode_part([self._order(cell)]) for cell in cells]
        script = messages.Script(orders, TOGETHER_SECONDS)
        try:
            perform = partial(worker.perform, script)
            encoded = self.budget.run(worker, perform, TOGETHER_SECONDS + self.limits.cell_seconds)
            replies = [codec.decode_one(data) for data in encoded]
        except (WorkerLost, WireError) as lost:
            self._singly = True
            worker.close()
            self.attribute(getattr(lost, "cause", LossCause.PROTOCOL_ERROR))
            return None
        for cell, reply in zip(cells, replies, strict=False):
            self._note(cell, reply)
        return len(replies)

    def _one_by_one(self, worker: Worker, cells: list[Code]) -> bool:
        swaps: list[messages.Request] = [s for place, s in self.replacements if place is None]
        for cell in cells:
            self.budget.check()
            seconds = self.limits.cell_seconds
            ask = partial(worker.ask, [*swaps, self._order(cell)])
            try:
                self._note(cell, self.budget.run(worker, ask, seconds))
            except WorkerLost as lost:
                reason = self.attribute(lost.cause).detail
                self._told[cell.index] = reason
                self._notes[cell.index] = CellNote(cell.index, "", reason.en)
                (self._left_out if cell.index in self.reduced else self.reduced).add(cell.index)
                return False
            swaps = [swap for place, swap in self.replacements if place == cell.index]
        if swaps:
            seconds = self.limits.check_seconds
            self.budget.run(worker, partial(worker.ask, swaps), seconds)
        return True

    def _order(self, cell: Code) -> messages.RunCell:
        seconds, reduced = self.limits.cell_seconds, cell.index in self.reduced
        return messages.RunCell(cell.number or cell.index, cell.source, seconds, reduced)

    def _note(self, cell: Code, reply: messages.Reply) -> None:
        if not isinstance(reply, messages.CellRan) or cell.index in self.reduced:
            return
        # No more than is shown, and a letter that says so: of thousands of cells each may print as
        # much as a reply holds.
        output = reply.output[: min(self.limits.output_kb << 10, MAX_SHOWN + 1)]
        self._notes[cell.index] = CellNote(cell.index, output, reply.error)
        if reply.timed_out:
            self._told[cell.index] = self.attribute(LossCause.LATE).detail
        elif reply.below:
            self._told[cell.index] = BELOW
