"""What was sent, what came back and what was expected: kept for instructors, never for students."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from autograder.core.errors import DAMAGED
from autograder.core.model import SILENT, Text
from autograder.wire import messages
from autograder.wire.values import ArrayData, TensorData

if TYPE_CHECKING:
    from autograder.checks.results import CaseResult

KEPT_BYTES = 2048
"""A tensor of more bytes is kept as its dtype, shape and first values."""
KEPT_TEXT = 1000
KEPT_ITEMS = 64
KEPT_EXCHANGES = 40
KEPT_PER_SUBMISSION = 256 * 1024
"""Bytes of one submission's evidence; checks beyond it keep their names alone."""


class Compared(msgspec.Struct, frozen=True):
    """The two tensors of the comparison that ended a check."""

    what: Text
    found: TensorData
    expected: TensorData


class Evidence(msgspec.Struct, frozen=True):
    """One case of a check that did not pass; `exchanges` is None where there was no room left."""

    check: str
    case: str
    exchanges: tuple[tuple[tuple[messages.Request, ...], messages.Reply], ...] | None
    compared: Compared | None = None


def collect(results: Iterable["CaseResult"]) -> bytes:
    """The evidence of every check that did not pass, one case each, in bounded size."""
    # Only here: reading evidence needs no torch, and must not wait for it.
    from autograder.grading.attempt import worst_cases

    failed = (case for case in results if case.outcome not in SILENT)
    kept: list[msgspec.Raw] = []
    budget = KEPT_PER_SUBMISSION
    for result in worst_cases(failed).values():
        last = result.exchanges[-KEPT_EXCHANGES:]
        exchanges = tuple((cut(exchange.requests), cut(exchange.reply)) for exchange in last)
        compared = None
        if result.compared:
            from autograder.wire.tensors import pack

            label, *pair = result.compared
            compared = Compared(Text(label.en, label.zh.rstrip()), *map(cut, map(pack, pair)))
        item = msgspec.msgpack.encode(Evidence(result.check, result.case, exchanges, compared))
        if len(item) > budget:
            item = msgspec.msgpack.encode(Evidence(result.check, result.case, None))
        budget -= len(item)
        kept.append(msgspec.Raw(item))
    return msgspec.msgpack.encode(kept)


def read(data: bytes) -> dict[str, Evidence]:
    """Kept evidence by check; empty where `data` holds none that can be read."""
    try:
        items = msgspec.msgpack.decode(data, type=tuple[Evidence, ...])
        return {item.check: item for item in items}
    except DAMAGED:
        # A file of an older version, or torn by a crash, is as good as none.
        return {}


def cut(thing: Any) -> Any:
    if isinstance(thing, TensorData | ArrayData):
        return type(thing)(thing.dtype, thing.shape, thing.data[:KEPT_BYTES])
    if isinstance(thing, str | bytes):
        return thing[:KEPT_TEXT]
    if isinstance(thing, list | tuple):
        return type(thing)(cut(item) for item in thing[:KEPT_ITEMS])
    if isinstance(thing, msgspec.Struct):
        return type(thing)(*map(cut, msgspec.structs.astuple(thing)))
    return thing
