"""What somebody who is not root sees or does: rights do not stop root."""

import json
import os
import traceback
from collections.abc import Callable
from typing import Any

NOBODY = 65534


def as_ordinary_user(act: Callable[[], Any]) -> Any:
    """What it comes to, as JSON has it, in a process of its own; there its exception is shown."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            if os.geteuid() == 0:
                os.setgroups([])
                os.setresgid(NOBODY, NOBODY, NOBODY)
                os.setresuid(NOBODY, NOBODY, NOBODY)
            os.write(writer, json.dumps(act()).encode())
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        # Whatever was raised: a second process must not go on with the tests.
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as file:
        said = file.read()
    assert os.waitpid(child, 0)[1] == 0, "its traceback is on stderr"
    return json.loads(said)
