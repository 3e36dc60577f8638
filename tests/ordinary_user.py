"""What another process sees or does: one of its own, or one that is not root, whom rights stop."""

import json
import os
import traceback
from collections.abc import Callable
from typing import Any

NOBODY = 65534


def in_child(act: Callable[[int], object]) -> tuple[bytes, int]:
    """What it writes to the descriptor that it is given, in a process of its own, and its end."""
    reader, writer = os.pipe()
    if (child := os.fork()) == 0:
        try:
            act(writer)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        # Whatever was raised: a second process must not go on with the tests.
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as file:
        return file.read(), os.waitpid(child, 0)[1]


def as_ordinary_user(act: Callable[[], Any]) -> Any:
    """What it comes to, as JSON has it, in a process of its own; there its exception is shown."""

    def ordinary(writer: int) -> None:
        if os.geteuid() == 0:
            os.setgroups([])
            os.setresgid(NOBODY, NOBODY, NOBODY)
            os.setresuid(NOBODY, NOBODY, NOBODY)
        os.write(writer, json.dumps(act()).encode())

    output, end = in_child(ordinary)
    assert end == 0, "its traceback is on stderr"
    return json.loads(output)
