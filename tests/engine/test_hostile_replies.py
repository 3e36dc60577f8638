"""Whatever a worker answers, a check ends as the notebook's doing, and the grader goes on.

The answers of an honest worker are kept, and then given again with one of them replaced by a lie:
every answer of every check by every lie. No check passes then, unless the lie is still right.
"""

import random
from collections.abc import Iterator, Sequence
from types import SimpleNamespace

import msgspec
import pytest
import torch

from autograder.checks import Lost
from autograder.checks.results import CaseResult
from autograder.checks.suite import Oracle
from autograder.checks.worker_client import KEPT_BYTES, NO_ROOM
from autograder.core.assignment.plan import Assignment, Limits
from autograder.core.model import Outcome, Text
from autograder.grading import evidence
from autograder.grading.score import part_result
from autograder.grading.session import Session
from autograder.notebook.read import Code
from autograder.wire import codec, messages
from autograder.wire.frames import WireError
from autograder.wire.tensors import pack
from autograder.wire.values import (
    ArrayData,
    Entries,
    Fields,
    Items,
    Octets,
    Ref,
    TensorData,
    Value,
    size,
)
from tests.engine.far_end import Port
from tests.engine.still_right import still_right
from tests.fuzz import varied
from tests.tiers import every

LONG = "x" * 300_000
NAN, INFINITE = float("nan"), float("inf")


def nested(depth: int) -> Value:
    value: Value = None
    for _ in range(depth):
        value = Items([value])
    return value


SCALARS: tuple[Value, ...] = (
    None, True, 0, 1, -1, 2**64 - 1, 0.5, NAN, INFINITE, 1e308, "", "7", "\x00", "\ud7ff٣", LONG,
)  # fmt: skip
STRUCTURES: tuple[Value, ...] = (
    Items([]), Items([1, "x", Items([])]), Items([0.0] * 5000), Fields([1, Fields([NAN])]),
    Items([Entries([("d_in", Items([]))])]), Items([Entries([("num_heads", NAN)])]), Entries([]),
    Entries([(LONG, 1), ("exists", "yes"), ("__class__", 1)]), Entries([(1, 2), (True, 3)]),
    *(Entries([(fact, pack(torch.ones(2)))]) for fact in ("exists", "mixed")),
    Ref(-1, LONG), Ref(2**64 - 1, "Module"), Items([Ref(1, "Module")]), Octets(b"\xff" * 300),
    nested(20), nested(31),
)  # fmt: skip
TENSORS: tuple[Value, ...] = (
    *(pack(torch.zeros(2, 2).to(kind)) for kind in (torch.bool, torch.int64, torch.complex128)),
    pack(torch.tensor(NAN)), pack(torch.full((3, 4), -INFINITE)), pack(torch.zeros(1, 0, 3)),
    pack(torch.full((2, 3, 4), 1e308, dtype=torch.float64)), pack(torch.zeros(500, 1000)),
    TensorData("float32", [], b"123"), TensorData("float32", [-1, -1], b"1234"),
    TensorData("object", [1], b"12345678"), TensorData("float32", [0] + [2**31] * 7, b""),
    TensorData("bool", [2], b"\x07\xff"), ArrayData("float32", [1], b"1234"),
    ArrayData("object", [1], b"12345678"), ArrayData("float32", [0, 2**31, 2**31], b""),
)  # fmt: skip


def crossed(reply: messages.Reply) -> messages.Reply | None:
    """The reply as it is read from the wire; None if it is refused there."""
    try:
        return codec.decode_reply(codec.encode(messages.NumberedReply(1, reply))).body
    except WireError:
        return None


LIES = tuple(filter(None, map(crossed, (
    *map(messages.Returned, SCALARS + STRUCTURES + TENSORS),
    messages.Returned(Items([pack(torch.ones(2)), pack(torch.tensor(1))])),
    messages.CellRan("", None), messages.CellRan(LONG, LONG, True, True),
    messages.Raised("", "", ""), messages.Raised(LONG, LONG, LONG),
    messages.Raised("NameError", "softmax", "", missing=True),
    messages.Raised("NameError", LONG, "", missing=True),
    messages.Raised("Timeout", "", "", timed_out=True),
))))  # fmt: skip
"""Those that get so far; the rest is refused on the wire."""

Replies = tuple[messages.Reply, ...]


def replies_of(result: CaseResult) -> Replies:
    return tuple(exchange.reply for exchange in result.exchanges)


def with_lie(result: CaseResult, place: int, lie: messages.Reply) -> Replies:
    """What was answered, with the lie in this place."""
    replies = replies_of(result)
    return (*replies[:place], lie, *replies[place + 1 :])


class Replay(Port):
    """A port that gives the answers that were kept, in order, and nothing after them."""

    def __init__(self, replies: Replies) -> None:
        self._replies = list(replies)

    def ask(self, *requests: messages.Request) -> messages.Reply:
        if not self._replies:
            raise Lost(Outcome.CRASHED, Text("gone", "没了"))
        return self._replies.pop(0)


class Ready(Replay):
    """The same answers, which lie ready when the checks begin; and once more for who asks."""

    def perform(self, groups: Sequence[msgspec.Raw]) -> list[bytes]:
        return [bytes(codec.encode_part(reply)) for reply in self._replies]


class Desk:
    """The trusted side alone: what it makes of answers to a check."""

    def __init__(self, assignment: Assignment) -> None:
        self._assignment, self._oracle = assignment, Oracle(assignment)

    def outcome(self, honest: CaseResult, replies: Replies, port: type[Replay] = Replay) -> Outcome:
        """How the check ends, once a report and its evidence have been written of it too."""
        only = frozenset({honest.check})
        part = honest.check.partition("/")[0]
        results = self._oracle.judge(port(replies), (part,), {}, only, 0)
        for planned in self._assignment.parts:
            report = part_result(planned, self._oracle.checks, results)
            assert len(msgspec.json.encode(report)) < 200_000
        assert evidence.collect(results)
        faults = [r.detail for r in results if r.outcome is Outcome.GRADER_FAULT]
        assert not faults, faults[0]
        return results[0].outcome

    def believes(self, honest: CaseResult, place: int, lie: messages.Reply) -> bool:
        """Whether the check passes with the lie in this place, though it is not right any more."""
        passed = self.outcome(honest, with_lie(honest, place, lie)) is Outcome.PASSED
        return passed and not still_right(honest, place, lie)


@pytest.fixture(scope="module")
def kept(assignment, grader_of, solved) -> tuple[Desk, list[CaseResult]]:
    """A desk, and what an honest worker answered for the first case of every check."""
    results: list[CaseResult] = []

    def keep(found: tuple[CaseResult, ...]) -> bytes:
        results.extend(found)
        return b""

    grader = grader_of(observe=keep, chosen=lambda *_: 0)
    assert grader.report(solved.bytes()).points == 100
    first = {result.check: result for result in reversed(results)}
    desk = Desk(assignment)
    for result in first.values():
        # What is judged below is the lies: without one every check passes again.
        assert desk.outcome(result, replies_of(result)) is Outcome.PASSED, result.check
    return desk, list(first.values())


@pytest.mark.parametrize("number", every(2, range(len(LIES))))
@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_lie_in_place_of_any_answer_fails_the_check_alone(kept, number, every):
    """Quick is one answer of each check for each lie, the next one for the next lie."""
    desk, honest = kept
    assert max(len(result.exchanges) for result in honest) < len(LIES)
    for result in filter(replies_of, honest):
        count = len(result.exchanges)
        for place in range(count) if every else [number % count]:
            assert not desk.believes(result, place, LIES[number]), (result.check, place)


@pytest.mark.parametrize("number", every(15, range(len(LIES))))
def test_a_lie_among_answers_that_lie_ready_comes_to_the_same_end(kept, number):
    """A script's replies are judged as those to single questions are."""
    desk, honest = kept
    for result in honest:
        for place in {0, len(result.exchanges) - 1}:
            replies = with_lie(result, place, LIES[number])
            assert desk.outcome(result, replies, Ready) is desk.outcome(result, replies)


def test_a_changed_answer_fails_the_check_alone(kept):
    desk, honest = kept
    chance = random.Random(1)
    for result in honest:
        for place, reply in enumerate(replies_of(result)):
            for lie in changed(reply, chance):
                assert not desk.believes(result, place, lie), (result.check, place, lie)


def changed(reply: messages.Reply, chance: random.Random) -> Iterator[messages.Reply]:
    """The reply with small changes, as far as the wire lets them through."""
    tree = msgspec.msgpack.decode(codec.encode(messages.NumberedReply(1, reply)))
    for _ in range(12):
        try:
            yield codec.decode_reply(msgspec.msgpack.encode(varied.varied(tree, chance))).body
        except (WireError, UnicodeError, OverflowError):
            continue


def test_a_lie_about_the_names_there_are_fails_the_check_alone(kept):
    """What is asked when a name is missing is taken no more on trust than anything else."""
    desk, honest = kept
    absent = messages.Raised("NameError", "softmax_naive", "", missing=True)
    asking = next(result for result in honest if result.exchanges)
    for lie in LIES:
        outcome = desk.outcome(asking, (absent, lie))
        assert outcome in (Outcome.MISSING, Outcome.CRASHED, Outcome.FAILED), lie


class Flood(Port):
    """Answers every call with as much as a frame holds, and the rest as it should."""

    def __init__(self, state: messages.Reply) -> None:
        self._state = state

    def ask(self, *requests: messages.Request) -> messages.Reply:
        match requests[-1]:
            case messages.State():
                return self._state
            case messages.Call(target) if not str(target)[0].isupper():
                return messages.Returned(pack(torch.zeros(1023, 1024)))
        # A module for a class.
        return messages.Returned(Ref(1, "Module"))


def test_answers_that_are_large_together_do_not_fill_the_graders_memory(assignment, kept):
    exchanges = [exchange for result in kept[1] for exchange in result.exchanges]
    state = next(one.reply for one in exchanges if isinstance(one.requests[-1], messages.State))
    results = Oracle(assignment).judge(
        Flood(state), tuple(part.id for part in assignment.parts), {}, None, 0
    )
    assert Outcome.GRADER_FAULT not in {result.outcome for result in results}
    replies = [reply for result in results for reply in replies_of(result)]
    held = sum(size(reply.value) for reply in replies if isinstance(reply, messages.Returned))
    assert NO_ROOM in replies
    assert KEPT_BYTES // 2 < held <= KEPT_BYTES


@pytest.mark.parametrize("lie", LIES, ids=[f"{n}" for n in range(len(LIES))])
def test_a_lie_about_a_cell_is_at_most_a_short_note(lie):
    """From a worker that gives one and the same answer to everything."""

    def perform(script: messages.Script, _: float) -> list[bytes]:
        return [codec.encode_part(lie) for _ in script.groups]

    liar = SimpleNamespace(spent=0.0, ask=lambda *_: lie, perform=perform, close=lambda: None)
    session = Session(lambda: liar, (Code(1, "x = 1"), Code(2, "y = 2")), Limits(output_kb=1))
    session.ready_worker()
    session.ask(messages.Names())
    assert len(msgspec.json.encode((session.cells.notes, session.cells.repairs))) < 8 * 1024
