"""Attacks are refused by the kernel, bombs end, and correct answers work.

Carried out for real: in both rings and in the inner one alone, as root and as nobody.
"""

import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import autograder
from autograder.sandbox import bubblewrap
from autograder.worker.confine import landlock
from autograder.worker.confine.calls import DENIED

PACKAGE = Path(autograder.__file__).parent
NOBODY = 65534
SYSTEM_PYTHON = "/usr/bin/python3"

USERS = ("root", "nobody") if os.getuid() == 0 else ("myself",)
WEAKEST = {"bubblewrap": 0, "alone": 1}
"""The rings; the least Landlock ABI that each setting needs: bubblewrap needs none."""
Outcomes = dict[str, tuple[str, object]]
"""How each attack ended, and what it says."""
NUMBERS = """
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
def call(*words):
    if libc.syscall(*[ctypes.c_long(w) if isinstance(w, int) else w for w in words]) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
"""
"""Prelude: `call(number, ...)` makes a system call; numbers below are those of x86_64."""
ENGINE = "import os, struct, autograder.worker.confine.privileges as module\n"
"""Prelude: a module that a worker may read, in a copy of the engine that everyone may write."""

CALLS = (
    "vfork", "execveat", "ptrace", "process_vm_readv", "pidfd_open", "rt_sigqueueinfo",
    "setpriority", "sched_setaffinity", "unshare", "setns", "mount", "open_tree", "fsopen",
    "chroot", "keyctl", "add_key", "bpf", "perf_event_open", "userfaultfd", "io_uring_setup",
    "clock_settime", "sethostname", "reboot", "finit_module", "shmget", "msgget", "semget",
    "mq_open", "memfd_create", "name_to_handle_at", "open_by_handle_at", "inotify_add_watch",
    "truncate", "chmod", "fchmod", "fchmodat2", "chown", "lchown", "utimensat", "setxattr",
    "removexattr",
)  # fmt: skip
"""Refused whatever they are given: the kernel itself would find fault with nothing but zeros."""

ATTACKS = {
    # to read
    "passwords": "open('/etc/passwd').read()",
    "root": "import os; os.listdir('/')",
    "tests": "open(outside).read()",
    "parent_environment": "import os; open(f'/proc/{os.getppid()}/environ').read()",
    "own_environment": "open('/proc/self/environ').read()",
    "parent_memory": "import os; open(f'/proc/{os.getppid()}/mem', 'rb').read(1)",
    "own_memory": "open('/proc/self/mem', 'r+b')",
    "other_processes": "import os; os.listdir('/proc')",
    "oracle": "import autograder.checks",
    # to write, or to empty without the right to write
    "outside": "open(outside, 'a')",
    "temporary": "open('/tmp/left', 'w')",
    "shared_memory": "open('/dev/shm/left', 'w')",
    "beside_scratch": "open('../left', 'w')",
    "new_module": "import json, os; open(os.path.dirname(json.__file__) + '/new.py', 'w')",
    "truncated": ENGINE + "os.truncate(module.__file__, 0)",
    "truncated_by_open": ENGINE + "os.open(module.__file__, os.O_TRUNC)",
    "truncated_without_mode": ENGINE + "os.open(module.__file__, 3 | os.O_TRUNC)",
    "truncated_by_openat2": f"""{NUMBERS}{ENGINE}
how = struct.pack('QQQ', os.O_TRUNC, 0, 0)
call(437, -100, module.__file__.encode(), how, len(how))
""",
    "truncated_in_scratch": "open('mine', 'w').close(); import os; os.open('mine', os.O_TRUNC)",
    "made_immutable": f"""{ENGINE}
import fcntl
fcntl.ioctl(os.open(module.__file__, os.O_RDONLY), 0x40086602, struct.pack('l', 0x40))
""",
    "removed": "import os; os.unlink(outside)",
    "moved_in": "import os; os.rename(outside, 'mine')",
    "linked_in": "import os; os.link(outside, 'mine')",
    "through_symlink": "import os; os.symlink(outside, 'mine'); open('mine', 'a')",
    "core_pattern": "open('/proc/sys/kernel/core_pattern', 'w')",
    "memory_killer": "open('/proc/self/oom_score_adj', 'w')",
    "device": "import os, stat; os.mknod('disk', 0o600 | stat.S_IFBLK, os.makedev(8, 0))",
    "terminal": "open('/dev/tty', 'w')",
    "pseudo_terminal": "import os; os.openpty()",
    "type_into_terminal": "import fcntl; fcntl.ioctl(0, 0x5412, b'x')",
    # to talk to somebody
    "tcp": "import socket; socket.socket(2, 1)",
    "datagram_pair": "import socket; socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)",
    "raw_pair": "import socket; socket.socketpair(socket.AF_UNIX, socket.SOCK_RAW)",
    "bound_pair": "import socket; socket.socketpair()[0].bind(b'\\0abstract')",
    "connected_pair": "import socket; socket.socketpair()[0].connect('/dev/log')",
    # to start a process, or reach another one
    "fork": "import os; os.fork() or os._exit(0)",
    "clone_3": NUMBERS + "call(435, ctypes.create_string_buffer(88), 88)",
    "clone_with_memory": NUMBERS + "call(56, 0x100 | 17, 0, 0, 0, 0)",
    "execve": "import os; os.execv('/bin/true', ['true'])",
    "named_semaphore": "import multiprocessing as m; m.Semaphore()",
    "parent": "import os; os.kill(os.getppid(), 0)",
    "group": "import os; os.kill(0, 0)",
    "thread_of_parent": NUMBERS + "call(234, os.getppid(), os.getppid(), 0)",
    "tkill": NUMBERS + "call(200, os.getppid(), 0)",
    "owner_of_descriptor": "import fcntl, os; fcntl.fcntl(os.pipe()[0], fcntl.F_SETOWN, 1)",
    "limits": "import os, resource as r; r.prlimit(os.getppid(), r.RLIMIT_NOFILE, (9, 9))",
    "outlive_parent": NUMBERS + "call(157, 1, 0, 0, 0, 0)",
    "be_seen": NUMBERS + "call(157, 4, 1, 0, 0, 0)",
    "become_root": "import os; os.setuid(0); raise PermissionError if os.getuid() else 0",
    **{name: f"{NUMBERS}call({DENIED[name][0]})" for name in CALLS},
}

REFUSED = {
    "bubblewrap": {"PermissionError", "FileNotFoundError", "ModuleNotFoundError"},
    "alone": {"PermissionError"},
}
"""Bubblewrap makes things absent, the inner ring forbids them."""

OTHERWISE = (
    # mounted for reading, or between file systems
    "temporary", "shared_memory", "named_semaphore", "beside_scratch", "new_module",
    "core_pattern", "terminal", "moved_in", "linked_in",
    "become_root",  # no such user in the namespace
    "clone_3", "truncated_by_openat2",  # said to be unknown
)  # fmt: skip
"""They may end with any OSError."""

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
    "large_file": ({"OSError"}, "open('large', 'wb').write(bytes(2 << 20))"),
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

WORK = {
    "numpy": "import numpy; said = int(numpy.linalg.eigvalsh(numpy.eye(3)).sum())",
    "lazy_imports": "import csv, zoneinfo, xml.dom.minidom, unittest.mock, asyncio, ssl, sqlite3",
    "event_loop": "import asyncio; asyncio.run(asyncio.sleep(0))",
    "thread": "import threading; t = threading.Thread(target=print); t.start(); t.join()",
    "silenced": """
import contextlib, os
with open(os.devnull, 'w') as null, contextlib.redirect_stdout(null): print('quiet')
""",
    "random_device": "open('/dev/urandom', 'rb').read(8)",
    "folders": "import os; os.makedirs('a/b'); os.rename('a/b', 'c'); os.rmdir('c')",
    "temporary": "import tempfile; tempfile.NamedTemporaryFile().write(b'mine')",
    "home": "import os, pathlib; assert pathlib.Path.home() == pathlib.Path(os.getcwd())",
    "saved": "import torch; torch.save(torch.ones(3), 'mine.pt'); torch.load('mine.pt')",
    "own_signal": "import os, signal; os.kill(os.getpid(), signal.SIGCONT)",
    "alarm": """
import signal, time
def ring(*_): raise TimeoutError
signal.signal(signal.SIGALRM, ring); signal.setitimer(signal.ITIMER_REAL, 0.05)
try: time.sleep(5); raise SystemError
except TimeoutError: pass
""",
    "environment": "import os; said = sorted(os.environ)",
    "identity": "import os; said = [os.getuid() != 0, os.getgroups(), os.getresuid()[2] != 0]",
}


def _places() -> Iterator[object]:
    """Every ring and user, with every Landlock ABI.

    Quick are the newest and bubblewrap for the first user, who may do most, and for the last one
    the weakest and the inner ring alone.
    """
    newest = landlock.abi()
    quick = (("bubblewrap", newest, USERS[0]), ("alone", WEAKEST["alone"], USERS[-1]))
    for ring in WEAKEST:
        for user in USERS:
            for abi in range(WEAKEST[ring], newest + 1):
                marks = () if (ring, abi, user) in quick else pytest.mark.slow
                yield pytest.param(f"{ring}-{user}-{abi}", marks=marks)


@pytest.fixture(scope="session", params=_places())
def place(request) -> str:
    """A ring, a user, and the Landlock ABI whose rules a worker is held to (0: none)."""
    ring, user, _ = request.param.split("-")
    if ring == "bubblewrap" and (reason := bubblewrap.usable()):
        pytest.skip(reason)
    if user == "nobody" and not Path(SYSTEM_PYTHON).exists():
        pytest.skip("nobody cannot read this Python, and there is no other")
    return request.param


def attacked(place: str, attacks: Mapping[str, str], preload: tuple[str, ...] = ()) -> Outcomes:
    """Make them there, in a copy of the engine: nobody may not enter a checkout in somebody's home.

    All of it is open to everyone: what keeps attacks out is the sandbox, never a mode.
    """
    ring, user, abi = place.split("-")
    nobody = user == "nobody"
    ids = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if nobody else {}
    # Not pytest's folder: nobody may not enter that, and its mode is not ours to change.
    with tempfile.TemporaryDirectory() as name:
        room = Path(name)
        hidden = room / "hidden.txt"
        hidden.write_text("hidden")
        (room / "scratch").mkdir()
        cached = shutil.ignore_patterns("__pycache__")
        shutil.copytree(PACKAGE, room / "engine/autograder", ignore=cached)
        program = shutil.copy(Path(__file__).with_name("attacked.py"), room / "engine")
        for path in (room, *room.rglob("*")):
            path.chmod(0o777 if path.is_dir() else 0o666)
        order = {
            "root": str(room / "engine"), "ring": ring == "bubblewrap", "landlock": int(abi),
            "scratch": str(room / "scratch"), "preload": preload, "attacks": dict(attacks),
            "names": {"outside": str(hidden)},
        }  # fmt: skip
        python = SYSTEM_PYTHON if nobody else sys.executable
        done = subprocess.run(
            [python, "-I", "-B", program, json.dumps(order)], cwd="/", timeout=300, text=True,
            env={"PATH": os.environ["PATH"], "OMP_NUM_THREADS": "1"}, capture_output=True, **ids,
        )  # fmt: skip
        assert (hidden.read_text(), hidden.stat().st_mode & 0o777) == ("hidden", 0o666)
    assert (done.returncode, done.stderr) == (0, "")
    return {name: tuple(outcome) for name, outcome in json.loads(done.stdout).items()}


@pytest.fixture(scope="module")
def outcomes(place) -> Outcomes:
    attacks = ATTACKS if platform.machine() == "x86_64" else {}
    bombs = {name: code for name, (_, code) in BOMBS.items()}
    disk = "for said in range(20): open(str(said), 'wb').write(bytes(1 << 20))"
    return attacked(place, {**attacks, **bombs, "disk": disk})


@pytest.fixture(scope="module")
def worked(place) -> Outcomes:
    """What came of all the work; torch is imported before the fork, as in the warm process."""
    if place.split("-")[1] == "nobody":
        pytest.skip("the system's Python has no torch")
    return attacked(place, WORK, ("torch",))


@pytest.mark.skipif(platform.machine() != "x86_64", reason="its system calls are x86_64's")
@pytest.mark.parametrize("name", ATTACKS)
def test_it_is_refused(place, outcomes, name):
    outcome, detail = outcomes[name]
    otherwise = {"OSError"} if name in OTHERWISE else set()
    assert outcome in REFUSED[place.split("-")[0]] | otherwise, f"{name}: {outcome}, {detail}"


@pytest.mark.parametrize("name", BOMBS)
def test_it_ends(outcomes, name):
    assert outcomes[name][0] in BOMBS[name][0], outcomes[name]


def test_threads_stop_at_the_limit(outcomes):
    assert "can't start new thread" in str(outcomes["threads"][1]) or outcomes["threads"][1] <= 8


def test_small_files_are_bounded_by_the_ring(place, outcomes):
    if not place.startswith("bubblewrap"):
        pytest.skip("the inner ring alone does not count bytes over all files")
    outcome, size = outcomes["disk"]
    assert (outcome, size <= 8) == ("OSError", True)


@pytest.mark.parametrize("name", WORK)
def test_it_works(place, worked, name):
    if name == "folders" and place.endswith("-1"):
        # The first Landlock lets nobody move anything to another folder, as between file systems.
        assert worked[name][0] == "OSError" and "cross-device" in worked[name][1]
        return
    assert worked[name][0] == "done", worked[name]


def test_a_worker_is_nobody(worked):
    assert worked["identity"][1] == [True, [], True]
    assert set(worked["environment"][1]) <= {"HOME", "LANG", "OMP_NUM_THREADS", "PATH"}
