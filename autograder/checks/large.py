"""Tensors that are larger than a message cross in pieces, before it or behind it.

A frame has a cap, which bounds what a hostile process can make the grader hold at once; the pieces
are counted, which bounds what one check may hold.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from autograder.checks.facts import fail, nonsense
from autograder.wire import messages, values
from autograder.wire.values import PIECE_BYTES, ArrayData, Octets, Stored, TensorData, Value

CHECK_BYTES = 64 << 20
"""Of large tensors, in either direction, in one case of a check."""
MIB = 1 << 20

Sent = TypeVar("Sent", bound=msgspec.Struct)


@dataclass
class LargeValues:
    """The way of one check's large tensors, by `ask`: the reply to a request."""

    ask: Callable[[messages.Request], messages.Reply]
    left: int = CHECK_BYTES
    inline: int = values.INLINE_BYTES
    """What the message under way may still hold; the rest is sent ahead of it."""
    _number: int = 0

    def sent(self, request: Sent) -> Sent:
        """The request, its large tensors sent ahead; ValueError if a check may not send as much."""
        fields = msgspec.structs.asdict(request)
        changed = {name: self._sent(thing) for name, thing in fields.items()}
        return msgspec.structs.replace(request, **changed)

    def _sent(self, thing: Any) -> Any:
        if isinstance(thing, list | tuple):
            return type(thing)(map(self._sent, thing))
        return values.rebuilt(thing, self._ahead)

    def _ahead(self, data: Value) -> Value:
        if not isinstance(data, TensorData | ArrayData):
            return data
        size = len(data.data)
        if size <= self.inline:
            self.inline -= size
            return data
        self.left -= size
        if self.left < 0:
            raise ValueError(f"a hidden check sends more than {CHECK_BYTES // MIB} MiB in one case")
        self._number += 1
        for start in range(0, size, PIECE_BYTES):
            self.ask(messages.Put(self._number, data.data[start : start + PIECE_BYTES]))
        return Stored(msgspec.structs.replace(data, data=b""), self._number, size)

    def whole(self, value: Value) -> Value:
        """The value with its large tensors; CheckEnded if they are too large, or do not come."""
        return values.rebuilt(value, self._fetched)

    def _fetched(self, stored: Value) -> Value:
        if not isinstance(stored, Stored):
            return stored
        like = stored.like
        if len(like.shape) > values.MAX_DIMENSIONS:
            # To multiply as many sizes as a message holds takes minutes; no such tensor is read.
            return like
        claimed = math.prod(like.shape) * values.ITEM_BYTES.get(like.dtype, 0)
        if claimed != stored.size or claimed <= 0 or like.data:
            raise nonsense()
        self.left -= stored.size
        if self.left < 0:
            size = f"{stored.size / MIB:.0f} MiB"
            fail(f"the results are too large (one of them {size})", f"结果太大（其中一个 {size}）")
        data = bytearray()
        while len(data) < stored.size:
            reply = self.ask(messages.Fetch(stored.number, len(data)))
            piece = reply.value if isinstance(reply, messages.Returned) else None
            most = min(PIECE_BYTES, stored.size - len(data))
            # A worker that answers byte by byte would have the grader ask millions of times.
            if not isinstance(piece, Octets) or len(piece.data) != most:
                raise nonsense()
            data += piece.data
        return msgspec.structs.replace(like, data=bytes(data))
