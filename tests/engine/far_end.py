"""What stands at the other end of a worker's line, in this process: it says what a test says."""

import os
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

import msgspec
import pytest

from autograder.sandbox.worker_process import LossCause, Worker, WorkerLost
from autograder.wire import codec, messages
from autograder.wire.frames import Closed, receive, send

Sent = list[messages.Request] | messages.Script


def hosted(*answers: bytes | messages.Reply | messages.Wanted) -> tuple[Worker, list[Sent]]:
    """A worker from whom these come, one for each frame, bytes as they are; what it was sent."""
    connection, peer = socket.socketpair()
    status, write = os.pipe()
    os.close(write)
    sent: list[Sent] = []

    def answer() -> None:
        # Whoever is not answered any more hangs up.
        with suppress(Closed):
            for body in answers:
                request = codec.decode_request(receive(peer))
                sent.append(request.body)
                reply = messages.NumberedReply(request.number, body)
                send(peer, body if isinstance(body, bytes) else codec.encode(reply))

    threading.Thread(target=answer, daemon=True).start()
    return Worker(connection, status, "", lambda _: None), sent


@contextmanager
def losing(cause: LossCause) -> Iterator[None]:
    """Within it a worker is lost for this reason."""
    with pytest.raises(WorkerLost) as lost:
        yield
    assert lost.value.cause is cause


class Port:
    """A way to a worker that gets to no script, and keeps no time."""

    def perform(self, groups: Sequence[msgspec.Raw]) -> list[bytes]:
        """Nothing: each question is asked by itself."""
        return []

    def charge(self, seconds: float) -> None:
        """No time is kept."""
