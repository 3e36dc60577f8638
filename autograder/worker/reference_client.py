"""Names of earlier parts whose values come from the host: the other end of a lender.

Only values cross. What gives them stays on the trusted side, and is bound to no name before the
notebook's cells have run.
"""

import socket
from collections.abc import Callable
from typing import Any

from autograder.wire import Value, WireError, messages, receive, send
from autograder.worker.objects import Objects
from autograder.worker.stubs import by_name

Borrow = Callable[[str, list[Value]], Value]


class Borrower:
    """Asks the host in the midst of answering it; `number` is that of the request under way."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self.number = 0

    def __call__(self, name: str, args: list[Value]) -> Value:
        """What `name` gives for `args`.

        Raises:
            ValueError: the host gives nothing for them.
        """
        wanted = messages.NumberedReply(self.number, messages.Wanted(name, args))
        send(self._connection, messages.encode(wanted))
        requests = messages.decode_request(receive(self._connection)).requests
        answer = requests[0] if isinstance(requests, list) else None
        if isinstance(answer, messages.Given):
            return answer.value
        if isinstance(answer, messages.Refused):
            raise ValueError(answer.reason)
        raise WireError("no answer to what was wanted")


def lent(name: str, signature: list[str], borrow: Borrow, objects: Objects) -> Callable[..., Any]:
    """A function of this name and these arguments whose values come from the host."""

    def function(*args: Any, **kwargs: Any) -> Any:
        given = by_name(signature, args, kwargs)
        values = [objects.to_value(given[key]) for key in signature if key in given]
        return objects.from_value(borrow(name, values))

    function.__name__ = function.__qualname__ = name
    return function
