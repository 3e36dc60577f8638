"""What one worker uses up is bounded, and the end of it is an ordinary error."""

import pytest
from attacks import Outcomes

BOMBS = {
    "memory": "hoard = bytearray(1 << 30)",
    "memory_in_pieces": "hoard = []\nwhile True: hoard.append(bytes(1 << 20))",
    "memory_map": "import mmap; mmap.mmap(-1, 1 << 30)",
    "threads": """
import threading
wait = threading.Event()
threading.stack_size(32768)
for said in range(1000):
    threading.Thread(target=wait.wait, daemon=True).start()
""",
    "descriptors": "import os\nfor said in range(1000): os.open('/dev/null', os.O_RDONLY)",
    "large_file": """
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
with open('large', 'wb') as file:
    file.truncate(1 << 30)
""",
    "large_file_unprepared": "open('large', 'wb').write(bytes(2 << 20))",
    "locked_memory": """
import ctypes, os
page = ctypes.create_string_buffer(1 << 16)
if ctypes.CDLL(None, use_errno=True).mlock(page, 1 << 16): raise MemoryError
""",
    "raised_limit": "import resource as r; r.setrlimit(r.RLIMIT_NOFILE, (4096, 4096))",
    "raised_priority": "import os; os.nice(-5)",
    "sleepless": "while True: pass",
    "recursion": """
import sys
sys.setrecursionlimit(1 << 30)
def down(): return [down() for _ in (0,)]
down()
""",
}

ENDS = {
    "memory": {"MemoryError"},
    "memory_in_pieces": {"MemoryError"},
    "memory_map": {"OSError", "MemoryError"},
    "threads": {"RuntimeError"},
    "descriptors": {"OSError"},
    "large_file": {"OSError"},
    "large_file_unprepared": {"OSError"},
    "locked_memory": {"MemoryError"},
    "raised_limit": {"ValueError", "PermissionError"},
    "raised_priority": {"PermissionError"},
    "sleepless": {"signal 9", "signal 24"},
    "recursion": {"signal 11", "MemoryError", "RecursionError", "SystemError", "signal 9"},
}


@pytest.fixture(scope="module")
def outcomes(place, attacked) -> Outcomes:
    """What came of every bomb in this place."""
    return attacked(place, BOMBS)


@pytest.mark.parametrize("name", sorted(BOMBS))
def test_it_ends(outcomes, name):
    assert outcomes[name][0] in ENDS[name], outcomes[name]


def test_threads_stop_at_the_limit(outcomes):
    assert "can't start new thread" in str(outcomes["threads"][1]) or outcomes["threads"][1] <= 8


def test_small_files_are_bounded_by_the_ring(place, attacked):
    if not place.startswith("bubblewrap"):
        pytest.skip("the inner ring alone does not count bytes over all files")
    code = "for said in range(20): open(str(said), 'wb').write(bytes(1 << 20))"
    outcome, said = attacked(place, {"disk": code})["disk"]
    assert (outcome, said <= 8) == ("OSError", True)
