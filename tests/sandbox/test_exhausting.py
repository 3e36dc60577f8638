"""What one worker uses up is bounded, and the end of it is an ordinary error."""

import pytest
from attacks import Outcomes

BOMBS = {
    "memory": ({"MemoryError"}, "hoard = bytearray(1 << 30)"),
    "memory_in_pieces": ({"MemoryError"}, "hoard = []\nwhile True: hoard.append(bytes(1 << 20))"),
    "memory_map": ({"MemoryError", "OSError"}, "import mmap; mmap.mmap(-1, 1 << 30)"),
    "threads": ({"RuntimeError"}, """
import threading
wait = threading.Event()
threading.stack_size(32768)
for said in range(1000):
    threading.Thread(target=wait.wait, daemon=True).start()
"""),
    "descriptors": (
        {"OSError"}, "import os\nfor said in range(1000): os.open('/dev/null', os.O_RDONLY)"),
    "large_file": ({"OSError"}, """
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
with open('large', 'wb') as file:
    file.truncate(1 << 30)
"""),
    "large_file_unprepared": ({"OSError"}, "open('large', 'wb').write(bytes(2 << 20))"),
    "locked_memory": ({"MemoryError"}, """
import ctypes, os
page = ctypes.create_string_buffer(1 << 16)
if ctypes.CDLL(None, use_errno=True).mlock(page, 1 << 16): raise MemoryError
"""),
    "raised_limit": ({"PermissionError", "ValueError"},
                     "import resource as r; r.setrlimit(r.RLIMIT_NOFILE, (4096, 4096))"),
    "raised_priority": ({"PermissionError"}, "import os; os.nice(-5)"),
    "sleepless": ({"signal 24", "signal 9"}, "while True: pass"),
    "recursion": ({"MemoryError", "RecursionError", "SystemError", "signal 11", "signal 9"}, """
import sys
sys.setrecursionlimit(1 << 30)
def down(): return [down() for _ in (0,)]
down()
"""),
}  # fmt: skip
"""How it ends, and what it does."""


@pytest.fixture(scope="module")
def outcomes(place, attacked) -> Outcomes:
    return attacked(place, {name: code for name, (_, code) in BOMBS.items()})


@pytest.mark.parametrize("name", sorted(BOMBS))
def test_it_ends(outcomes, name):
    assert outcomes[name][0] in BOMBS[name][0], outcomes[name]


def test_threads_stop_at_the_limit(outcomes):
    assert "can't start new thread" in str(outcomes["threads"][1]) or outcomes["threads"][1] <= 8


def test_small_files_are_bounded_by_the_ring(place, attacked):
    if not place.startswith("bubblewrap"):
        pytest.skip("the inner ring alone does not count bytes over all files")
    code = "for said in range(20): open(str(said), 'wb').write(bytes(1 << 20))"
    outcome, said = attacked(place, {"disk": code})["disk"]
    assert (outcome, said <= 8) == ("OSError", True)
