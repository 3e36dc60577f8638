"""What a confined process may not do, attempted: `doctor` runs this text inside each layer, where
there is little beside the standard library.
"""

import contextlib
import ctypes
import json
import os
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

Names = dict[str, Any]
"""What the attempts are made on."""


def call_by_udp(names: Names) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as caller:
        caller.connect(("127.0.0.1", names["port"]))
        # Where nobody listens, the second one fails.
        caller.send(b"first")
        caller.send(b"second")


def call_by_abstract_name(names: Names) -> None:
    with socket.socket(socket.AF_UNIX) as caller:
        caller.connect("\0" + names["name"])


def start_a_process(names: Names) -> None:
    if (pid := os.fork()) == 0:
        os._exit(0)
    os.waitpid(pid, 0)


def make_a_namespace(names: Names) -> None:
    if ctypes.CDLL(None, use_errno=True).unshare(0x10000000):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def open_many_files(names: Names) -> None:
    with contextlib.ExitStack() as stack:
        for _ in range(names["files"]):
            stack.callback(os.close, os.dup(0))


def write_a_large_file(names: Names) -> None:
    with open("large", "wb") as file:  # noqa: PTH123 (as student code would)
        file.truncate(names["bytes"])


def start_many_threads(names: Names) -> None:
    end = threading.Event()
    with contextlib.ExitStack() as stack:
        for _ in range(names["threads"]):
            thread = threading.Thread(target=end.wait)
            thread.start()
            stack.callback(thread.join)
            stack.callback(end.set)


ATTEMPTS: dict[str, Callable[[Names], object]] = {
    "read_a_file": lambda names: Path(names["file"]).read_bytes(),
    "write_a_file": lambda names: Path(names["file"]).write_text("changed"),
    "empty_a_file": lambda names: os.close(os.open(names["file"], os.O_RDONLY | os.O_TRUNC)),
    "leave_a_file_beside": lambda _: Path("../left").write_bytes(b""),
    "see_other_processes": lambda _: list(Path("/proc").iterdir()),
    "change_a_mode": lambda names: Path(names["file"]).chmod(0o666),
    "signal_the_grader": lambda names: os.kill(names["pid"], 0),
    "look_at_the_grader": lambda names: Path(f"/proc/{names['pid']}/cmdline").read_bytes(),
    "call_by_tcp": lambda names: socket.create_connection(("127.0.0.1", names["port"]), 1).close(),
    "call_by_udp": call_by_udp,
    "call_by_abstract_name": call_by_abstract_name,
    "hold_memory": lambda names: bytearray(names["memory"]),
    "open_many_files": open_many_files,
    "write_a_large_file": write_a_large_file,
    "start_many_threads": start_many_threads,
    "become_root": lambda _: os.getuid() == 0 or os.setuid(0),  # type: ignore[func-returns-value]
    "start_a_process": start_a_process,
    "make_a_namespace": make_a_namespace,
}
"""In this order: a process in a namespace of its own is refused other things than before."""


def tried(names: Names) -> str:
    """JSON: for every attempt the error that refused it, or null where it succeeded."""
    errors: dict[str, str | None] = {}
    for name, attempt in ATTEMPTS.items():
        try:
            attempt(names)
            errors[name] = None
        except (OSError, MemoryError, RuntimeError) as error:
            errors[name] = f"{type(error).__name__}: {error}"
    return json.dumps(errors)
