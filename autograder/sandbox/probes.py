"""What a confined process may not do, attempted: `doctor` runs this text inside each layer, where
there is little beside the standard library.
"""

import ctypes
import json
import os
import socket
import threading
from collections.abc import Callable
from typing import Any

Names = dict[str, Any]


def read_a_file(names: Names) -> None:
    with open(names["file"]) as file:  # noqa: PTH123 (as student code would)
        file.read()


def write_a_file(names: Names) -> None:
    with open(names["file"], "r+") as file:  # noqa: PTH123
        file.write("changed")


def empty_a_file(names: Names) -> None:
    os.close(os.open(names["file"], os.O_RDONLY | os.O_TRUNC))


def leave_a_file_beside(names: Names) -> None:
    with open("../left", "w"):  # noqa: PTH123
        pass


def see_other_processes(names: Names) -> None:
    os.listdir("/proc")  # noqa: PTH208


def change_a_mode(names: Names) -> None:
    os.chmod(names["file"], 0o666)  # noqa: PTH101


def signal_the_grader(names: Names) -> None:
    os.kill(names["pid"], 0)


def look_at_the_grader(names: Names) -> None:
    with open(f"/proc/{names['pid']}/cmdline") as file:  # noqa: PTH123
        file.read()


def call_by_tcp(names: Names) -> None:
    socket.create_connection(("127.0.0.1", names["port"]), 1).close()


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


def hold_memory(names: Names) -> None:
    bytearray(names["memory"])


def open_many_files(names: Names) -> None:
    held: list[int] = []
    try:
        while len(held) < names["files"]:
            held.append(os.dup(0))
    finally:
        for descriptor in held:
            os.close(descriptor)


def write_a_large_file(names: Names) -> None:
    with open("large", "wb") as file:  # noqa: PTH123
        file.truncate(names["bytes"])


def start_many_threads(names: Names) -> None:
    end = threading.Event()
    try:
        for _ in range(names["threads"]):
            threading.Thread(target=end.wait).start()
    finally:
        end.set()
        for thread in threading.enumerate():
            if thread is not threading.current_thread():
                thread.join()


def become_root(names: Names) -> None:
    if os.getuid() == 0:
        return
    os.setuid(0)


ATTEMPTS: dict[str, Callable[[Names], None]] = {
    function.__name__: function
    for function in (
        read_a_file, write_a_file, empty_a_file, leave_a_file_beside, see_other_processes,
        change_a_mode, signal_the_grader, look_at_the_grader,
        call_by_tcp, call_by_udp, call_by_abstract_name, hold_memory, open_many_files,
        write_a_large_file, start_many_threads, become_root, start_a_process,
        make_a_namespace,
    )
}  # fmt: skip
"""In this order: a process in a namespace of its own is refused other things than before."""


def tried(names: Names) -> str:
    """JSON: for every attempt the error that refused it, or null where it succeeded."""
    found: dict[str, str | None] = {}
    for name, attempt in ATTEMPTS.items():
        try:
            attempt(names)
            found[name] = None
        except (OSError, MemoryError, RuntimeError) as error:
            found[name] = f"{type(error).__name__}: {error}"
    return json.dumps(found)
