"""What the checks ask of a right answer, known before they ask it, and sent in one message.

A check is a function of the replies that it gets. So what was asked of the reference solution (its
script) is asked of a submission in one go. Where a check asks for anything else, it is run again
from its beginning, request by request: a script of other suites costs time and never a mark. What
became of a check for the same replies need not be found out twice.
"""

import itertools
from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import msgspec

from autograder.checks.results import CaseResult
from autograder.core.assignment.sets import MENDED
from autograder.core.errors import CourseError
from autograder.wire import codec, messages
from autograder.wire.frames import MAX_FRAME, WireError

KEPT_BYTES = 16 << 20
"""Of replies whose outcome is known, in one process: some hundreds of different answers."""

Groups = tuple[tuple[messages.Request, ...], ...]
CaseScript = tuple[msgspec.Raw, ...]
"""The groups of one case of a check, encoded."""


class BatchMismatch(BaseException):
    """A check asks for what its script has not; BaseException, so that no check catches it."""


def decode(data: bytes) -> dict[str, CaseScript]:
    """The scripts by check and case, none if none was made; CourseError if it is torn."""
    if not data:
        return {}
    try:
        scripts = msgspec.msgpack.decode(data, type=dict[str, Groups])
    except msgspec.DecodeError as error:
        raise CourseError(f"the requests of a set of numbers: {error}; {MENDED}") from None
    return {key: tuple(map(codec.encode_part, groups)) for key, groups in scripts.items()}


def that_fit(scripts: Iterable[CaseScript]) -> list[msgspec.Raw]:
    """The first groups of these scripts that fit into a frame together."""
    budget = MAX_FRAME // 2
    fitting = []
    for group in itertools.chain.from_iterable(scripts):
        budget -= len(group)
        if budget < 0:
            break
        fitting.append(group)
    return fitting


class BatchReplay:
    """A port behind which the replies to a check's script lie ready, of a submission's worker."""

    def __init__(
        self, script: CaseScript, replies: Sequence[bytes], charge: Callable[[float], None]
    ) -> None:
        self._ready = iter(zip(script, replies, strict=False))
        self.charge = charge

    def ask(self, *requests: messages.Request) -> messages.Reply:
        """The reply that lies ready to these requests; BatchMismatch if there is none."""
        scripted, reply = next(self._ready, (None, b""))
        with suppress(WireError):
            if codec.encode_part(requests) == scripted:
                return codec.decode_one(reply)
        raise BatchMismatch


@dataclass
class VerdictCache:
    """What became of checks, by what they were told and replied; let go of in time."""

    _known: dict[Hashable, CaseResult] = field(default_factory=dict)
    _bytes: int = 0

    def get(self, key: Hashable, replies: Sequence[bytes]) -> CaseResult | None:
        return self._known.get((key, tuple(replies)))

    def put(self, key: Hashable, replies: Sequence[bytes], result: CaseResult) -> None:
        self._bytes += sum(map(len, replies))
        if self._bytes > KEPT_BYTES:
            self._known.clear()
            self._bytes = 0
        self._known[key, tuple(replies)] = result
