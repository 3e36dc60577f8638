"""A Python that has done what takes long, such as importing torch, and forks for each program."""

import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

SERVE = """
import os, sys, traceback
for _program in sys.stdin:
    _child = os.fork()
    if not _child:
        try:
            exec(eval(_program), globals())
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        sys.stdout.flush()
        os._exit(0)
    print("ended", os.waitpid(_child, 0)[1], flush=True)
"""


class Prepared:
    """What programs print that go on where a first one has come to."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def said(self, program: str) -> str:
        """What this one prints, in a process of its own."""
        to, back = self._process.stdin, self._process.stdout
        assert to and back
        to.write(f"{program!r}\n")
        to.flush()
        lines = []
        while not (line := back.readline()).startswith("ended "):
            assert line, "the process is gone"
            lines.append(line)
        assert line == "ended 0\n", "its traceback is on stderr"
        return "".join(lines).strip()


@contextmanager
def prepared(first: str, env: Mapping[str, str] | None = None) -> Iterator[Prepared]:
    """A process that has run this program."""
    with subprocess.Popen(
        [sys.executable, "-c", first + SERVE], env=env, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    ) as process:  # fmt: skip
        yield Prepared(process)
        process.communicate()
