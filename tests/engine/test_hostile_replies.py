"""Whatever a worker answers, a check ends as the notebook's doing, and the grader goes on.

The answers of an honest worker are kept, and then given again with one of them replaced by a lie:
every answer of every check by every lie. No check passes then, unless the lie is still right.
"""

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

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
from autograder.grading.naming import Catalogue
from autograder.grading.score import part_results
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
DEPTHS = (20, 31, 60, 200, 330, 440, 900)


def nested(depth: int) -> Value:
    value: Value = None
    for _ in range(depth):
        value = Items([value])
    return value


SCALARS: tuple[Value, ...] = (
    None, True, False, 0, 1, -1, 2**63 - 1, -(2**63), 2**64 - 1, 0.5, NAN, INFINITE, -INFINITE,
    1e308, "", "nan", "7", "\x00", "\ud7ff٣", LONG,
)  # fmt: skip
STRUCTURES: tuple[Value, ...] = (
    Items([]), Items([None]), Items([1, "x", Items([])]), Items([0.0] * 5000), Entries([]),
    Entries([("", None)]), Entries([(LONG, 1), ("exists", "yes"), ("__class__", 1)]),
    Items([Entries([("d_in", Items([]))])]), Items([Entries([("num_heads", NAN)])]),
    Ref(0, ""), Ref(-1, LONG), Ref(2**64 - 1, "Module"), Items([Ref(1, "Module")]),
    Fields([]), Fields([1, Fields([NAN])]), Octets(b""), Octets(b"\xff" * 300),
    Entries([(1, 2), (True, 3)]),
    *map(nested, DEPTHS),
)  # fmt: skip
TENSORS: tuple[Value, ...] = (
    *(pack(torch.zeros(2, 2).to(kind)) for kind in (
        torch.bool, torch.uint8, torch.int64, torch.float16, torch.bfloat16, torch.complex128,
    )),
    pack(torch.tensor(NAN)), pack(torch.full((3, 4), -INFINITE)), pack(torch.zeros(0)),
    pack(torch.zeros(1, 0, 3)), pack(torch.full((2, 3, 4), 1e308, dtype=torch.float64)),
    pack(torch.zeros(500, 1000)), TensorData("float32", [], b""), TensorData("float32", [], b"123"),
    TensorData("float32", [-1, -1], b"1234"), TensorData("object", [1], b"12345678"),
    TensorData("float32", [2**64 - 1], b""), TensorData("bool", [2], b"\x07\xff"),
    TensorData("float32", [0] + [2**31] * 7, b""), TensorData("float32", [1] * 9, b"1234"),
    TensorData("float32", [0, 2**31, 2**31], b""), TensorData("float64", [0, 2**31], b""),
    ArrayData("float32", [1], b"1234"), ArrayData("bfloat16", [1], b"12"),
    ArrayData("object", [1], b"12345678"), ArrayData("bool", [2], b"\x07\xff"),
    ArrayData("float32", [0, 2**31, 2**31], b""), ArrayData("float32", [-1], b"1234"),
)  # fmt: skip
FACTS: tuple[dict[str, Value], ...] = (
    {"exists": True, "kind": "P", "shape": Items([2]), "trainable": True, "registered": True},
    {"mixed": False, "error": None, "unknown": False, "idle": False},
)
WRONG: tuple[Value, ...] = (
    None, -1, NAN, "x", Items([-1]), Items([None]), Items([pack(torch.ones(2))]), Ref(1, "M"),
    pack(torch.ones(2, 2)), pack(torch.tensor(1)), Entries([("x", pack(torch.ones(1)))]),
)  # fmt: skip
HALF_TRUE = tuple(
    messages.Returned(Entries([*(facts | {key: wrong}).items()]))
    for facts in FACTS
    for key in facts
    for wrong in WRONG
    if (key, wrong) != ("kind", "x")
)

LIES: tuple[messages.Reply, ...] = (
    *map(messages.Returned, SCALARS + STRUCTURES + TENSORS),
    messages.Returned(Items([pack(torch.ones(2)), pack(torch.tensor(1))])),
    messages.CellRan("", None),
    messages.CellRan(LONG, LONG, True, True),
    messages.Raised("", "", ""),
    messages.Raised(LONG, LONG, LONG),
    messages.Raised("NameError", "softmax", "", missing=True),
    messages.Raised("NameError", LONG, "", missing=True),
    messages.Raised("Timeout", "", "", timed_out=True),
)

Replies = tuple[messages.Reply, ...]


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

    def __init__(self, assignment: Assignment, oracle: Oracle) -> None:
        self._assignment = assignment
        self._oracle = oracle
        self._catalogue = Catalogue.read(assignment)

    def outcome(self, honest: CaseResult, replies: Replies, port: type[Replay] = Replay) -> Outcome:
        """How the check ends, once a report and its evidence have been written of it too."""
        only = frozenset({honest.check})
        part = honest.check.partition("/")[0]
        results = self._oracle.judge(port(replies), (part,), {}, only)
        parts = part_results(self._assignment, self._oracle.checks, results, self._catalogue)
        assert len(msgspec.json.encode(parts)) < 200_000
        assert evidence.collect(results)
        faults = [r.detail for r in results if r.outcome is Outcome.GRADER_FAULT]
        assert not faults, faults[0]
        return results[0].outcome


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
    return Desk(assignment, Oracle(assignment)), list(first.values())


def crossed(reply: messages.Reply) -> messages.Reply | None:
    """The reply as it is read from the wire; None if it is refused there."""
    try:
        return codec.decode_reply(codec.encode(messages.NumberedReply(1, reply))).body
    except WireError:
        return None


def replies_of(result: CaseResult) -> Replies:
    return tuple(exchange.reply for exchange in result.exchanges)


def with_lie(result: CaseResult, lie: messages.Reply, places: Iterable[int]) -> Iterator[Replies]:
    """What was answered with the lie in each of these places; nothing if no lie gets so far."""
    replies, read = replies_of(result), crossed(lie)
    if read is not None:
        for place in places:
            yield (*replies[:place], read, *replies[place + 1 :])


def test_the_kept_answers_pass_again(kept):
    """Without a lie among them every check passes: the lies below are what is judged."""
    desk, honest = kept
    for result in honest:
        assert desk.outcome(result, replies_of(result)) is Outcome.PASSED, result.check


@pytest.mark.parametrize("number", every(2, range(len(LIES))))
@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_lie_in_place_of_any_answer_fails_the_check_alone(kept, number, every):
    """Quick is one answer of each check for each lie, the next one for the next lie."""
    desk, honest = kept
    assert max(len(result.exchanges) for result in honest) < len(LIES)
    for result in filter(replies_of, honest):
        count = len(result.exchanges)
        places = range(count) if every else [number % count]
        for place, replies in zip(places, with_lie(result, LIES[number], places), strict=False):
            passed = desk.outcome(result, replies) is Outcome.PASSED
            assert not passed or still_right(result, place, replies[place]), (result.check, place)


@pytest.mark.parametrize("lie", LIES, ids=[f"{n}" for n in range(len(LIES))])
def test_a_lie_in_place_of_all_values_earns_no_part(kept, lie):
    """What one check of a part does not look at, another one does."""
    desk, honest = kept
    read = crossed(lie)
    earned = {result.check.partition("/")[0]: True for result in honest} if read else {}
    for result in honest:
        part = result.check.partition("/")[0]
        if read and earned[part]:
            replies = tuple(
                reply if _names_an_object(reply) else read for reply in replies_of(result)
            )
            earned[part] = desk.outcome(result, replies) is Outcome.PASSED
    assert [part for part, whole in earned.items() if whole] == []


def _names_an_object(reply: messages.Reply) -> bool:
    return isinstance(reply, messages.Returned) and isinstance(reply.value, Ref)


@pytest.mark.parametrize("number", every(15, range(len(LIES))))
def test_a_lie_among_answers_that_lie_ready_comes_to_the_same_end(kept, number):
    """A script's replies are judged as those to single questions are."""
    desk, honest = kept
    for result in honest:
        for replies in with_lie(result, LIES[number], {0, len(result.exchanges) - 1}):
            assert desk.outcome(result, replies, Ready) is desk.outcome(result, replies)


def test_a_fact_of_a_wrong_type_fails_the_check_alone(kept):
    desk, honest = kept
    for result in honest:
        last = [exchange.requests[-1] for exchange in result.exchanges]
        kinds = [isinstance(each, messages.Describe | messages.Travel) for each in last]
        if not any(kinds):
            continue
        replies, place = replies_of(result), kinds.index(True)
        for lie in HALF_TRUE:
            found = desk.outcome(result, (*replies[:place], lie, *replies[place + 1 :]))
            assert found in (Outcome.CRASHED, Outcome.FAILED) or lie in replies


def test_a_changed_answer_fails_the_check_alone(kept):
    desk, honest = kept
    chance = random.Random(1)
    for result in honest:
        replies = replies_of(result)
        for place in range(len(replies)):
            for lie in changed(replies[place], chance):
                outcome = desk.outcome(result, (*replies[:place], lie, *replies[place + 1 :]))
                passed = outcome is Outcome.PASSED
                assert not passed or still_right(result, place, lie), (result.check, place, lie)


@pytest.mark.parametrize("width", [10**12, -1, 768.0, math.nan, True])
def test_a_width_that_no_module_has_fails_the_check_alone(kept, width):
    """What a recording class was given is the worker's word, and no tensor is made of it."""
    desk, honest = kept
    for result in honest:
        replies = replies_of(result)
        for place, exchange in enumerate(result.exchanges):
            if isinstance(exchange.requests[-1], messages.StandIn) and "exercise" in result.check:
                made = [("d_in", width), ("d_out", width), ("context_length", 4), ("num_heads", 2)]
                lie = messages.Returned(Items([Items([Entries(made)]), Items([])]))
                told = (*replies[:place], lie, *replies[place + 1 :])
                assert desk.outcome(result, told) is not Outcome.PASSED


def test_a_lie_about_the_names_there_are_fails_the_check_alone(kept):
    """What is asked when a name is missing is taken no more on trust than anything else."""
    desk, honest = kept
    absent = messages.Raised("NameError", "softmax_naive", "", missing=True)
    asking = next(result for result in honest if result.exchanges)
    for lie in filter(None, map(crossed, LIES)):
        found = desk.outcome(asking, (absent, lie))
        assert found in (Outcome.MISSING, Outcome.CRASHED, Outcome.FAILED), lie


class Flood(Port):
    """A port that answers every call with as much as a frame holds, and the rest as it should."""

    STATE = Entries([
        ("initial_seed", "1"), ("grad_enabled", True), ("inference_mode", False),
        ("printed", ""), ("computed", Items([0.0])), ("precision", "highest"),
        ("default_dtype", "f"), ("default_device", "cpu"), ("deterministic", False),
        ("num_threads", 1), ("anomaly", False), ("switches", ""), ("drawn", Items([0.25, 0.5])),
    ])  # fmt: skip

    def ask(self, *requests: messages.Request) -> messages.Reply:
        """A module for a class, a tensor of four megabytes for any other call."""
        last = requests[-1]
        if isinstance(last, messages.State):
            return messages.Returned(self.STATE)
        if isinstance(last, messages.Call) and not str(last.target)[0].isupper():
            return messages.Returned(pack(torch.zeros(1023, 1024)))
        return messages.Returned(Ref(1, "Module"))


def test_answers_that_are_large_together_do_not_fill_the_graders_memory(assignment):
    oracle = Oracle(assignment)
    results = oracle.judge(Flood(), tuple(part.id for part in assignment.parts), {})
    assert Outcome.GRADER_FAULT not in {result.outcome for result in results}
    replies = [reply for result in results for reply in replies_of(result)]
    kept = sum(size(reply.value) for reply in replies if isinstance(reply, messages.Returned))
    assert NO_ROOM in replies
    assert KEPT_BYTES // 2 < kept <= KEPT_BYTES


class Liar:
    """A worker that gives one and the same answer to everything."""

    spent = 0.0

    def __init__(self, reply: messages.Reply) -> None:
        self._reply = reply

    def ask(self, requests: list[messages.Request], seconds: float) -> messages.Reply:
        return self._reply

    def close(self) -> None:
        """End it."""


@pytest.mark.parametrize("lie", LIES, ids=[f"{n}" for n in range(len(LIES))])
def test_a_lie_about_a_cell_is_at_most_a_short_note(lie):
    read = crossed(lie)
    if read is None:
        return
    cells = (Code(1, "x = 1"), Code(2, "y = 2"))
    limits = Limits(output_kb=1)
    spawn = partial(Liar, read)
    session = Session(spawn, cells, limits)
    session.run()
    session.ask(messages.Names())
    assert len(msgspec.json.encode((session.cells.notes, session.cells.repairs))) < 8 * 1024


def changed(reply: messages.Reply, chance: random.Random) -> Iterator[messages.Reply]:
    """The reply with small changes, as far as the wire lets them through."""
    tree = msgspec.msgpack.decode(codec.encode(messages.NumberedReply(1, reply)))
    for _ in range(12):
        try:
            yield codec.decode_reply(msgspec.msgpack.encode(varied.varied(tree, chance))).body
        except (WireError, UnicodeError, OverflowError):
            continue
