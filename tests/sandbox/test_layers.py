"""Each layer by itself: what it promises, and that it says so when it cannot keep it."""

import dataclasses
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from autograder.core.errors import SandboxUnavailable
from autograder.sandbox import allowed_paths, bubblewrap, isolation
from autograder.worker.confine import Policy, calls, confine, landlock, scratch, seccomp
from tests.ordinary_user import in_child

HEADERS = {
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "aarch64": Path("/usr/include/asm-generic/unistd.h"),
}
POLICY = Policy(
    ("/usr",), memory_bytes=1 << 30, threads=1, open_files=16, file_bytes=1, cpu_seconds=9,
    landlock=landlock.abi(),
)  # fmt: skip


def raised(code: Callable[[int], object]) -> str:
    """The error that it raises in a process of its own."""

    def caught(write: int) -> None:
        try:
            code(write)
        except BaseException as error:
            os.write(write, f"{type(error).__name__}: {error}".encode())

    return in_child(caught)[0].decode()


@pytest.mark.parametrize("machine", HEADERS)
def test_system_calls_have_their_numbers(machine):
    if not HEADERS[machine].exists():
        pytest.skip("no kernel headers here")
    line = re.compile(r"#define __NR(?:3264)?_(\w+)\s+(\d+)$", re.MULTILINE)
    real = {name: int(n) for name, n in line.findall(HEADERS[machine].read_text())}
    column = list(calls.ARCHITECTURES).index(machine)
    table = {
        name: row[column]
        for name, row in (calls.DENIED | calls.UNKNOWN | calls.JUDGED).items()
        if name in real
    }
    assert table and table == {name: real[name] for name in table}


def test_an_unknown_machine_has_no_filter():
    with pytest.raises(OSError, match="no seccomp table for vax"):
        seccomp.program("vax", 1)


FAILING = {
    "gather rules": {"landlock": 1000},
    "make a scratch": {"scratch": "/nowhere"},
    "limit resources": {"memory_bytes": -(1 << 62)},
}


@pytest.mark.parametrize("step", FAILING)
def test_a_layer_that_fails_stops_the_worker(step):
    policy = dataclasses.replace(POLICY, **FAILING[step])
    assert raised(lambda kept: confine(policy, (kept,))).startswith(f"NotConfined: {step}: ")


def test_a_filter_without_its_promise_is_refused():
    """The last step fails where no_new_privs is missing, rather than passing over it."""
    if os.getuid() == 0:
        pytest.skip("root may set a filter without it")
    assert raised(lambda _: seccomp.restrict()).startswith("PermissionError")


def test_inherited_descriptors_are_closed():
    def attack(kept: int) -> None:
        os.open("/etc/passwd", os.O_RDONLY)
        confine(dataclasses.replace(POLICY, readable=allowed_paths.python_paths()), (kept,))
        descriptors = []
        for descriptor in range(3, 4096):
            with suppress(OSError):
                os.fstat(descriptor)
                descriptors.append(descriptor)
        raise LookupError(descriptors == [kept])

    assert raised(attack) == "LookupError: True"


def test_a_worker_dies_with_its_parent():
    read, write = os.pipe()
    if (warm := os.fork()) == 0:
        if os.fork() == 0:
            confine(POLICY, (write,))
            os.write(write, b"confined")
            time.sleep(60)
        time.sleep(60)
    os.close(write)
    assert os.read(read, 8) == b"confined"
    os.kill(warm, signal.SIGKILL)
    os.waitpid(warm, 0)
    # The end of the stream: the last process that held the other end is gone.
    assert select.select([read], [], [], 5)[0] and os.read(read, 1) == b""
    os.close(read)


def test_workers_cannot_reach_each_other(tmp_path):
    policy = dataclasses.replace(POLICY, scratch=str(tmp_path), file_bytes=99)
    file = tmp_path / "1" / "left"
    file.parent.mkdir()
    file.write_text("left")

    def attack(kept: int) -> None:
        confine(policy, (kept,))
        Path("mine").write_text("mine")
        file.read_text()

    assert raised(attack).startswith("PermissionError")


def test_any_scratch_can_be_cleaned(tmp_path):
    room = tmp_path / "7"
    for folder in (tmp_path / "kept", room):
        folder.mkdir()
    (room / "link").symlink_to(tmp_path / "kept")
    (room / "closed").mkdir(mode=0)
    # In a process of its own, which can go down to where no path reaches.
    nest = "import os\nfor _ in range(1100): os.mkdir('deep'); os.chdir('deep')"
    subprocess.run([sys.executable, "-c", nest], cwd=room, check=True)
    scratch.clean(str(tmp_path), 7)
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_a_scratch_has_bounds(tmp_path):
    room = tmp_path / "7"
    assert not scratch.overfull(str(tmp_path), 7, 1)
    (room / "below").mkdir(parents=True)
    (room / "link").symlink_to("/usr")
    (room / "below/holes").touch()
    os.truncate(room / "below/holes", 1 << 30)
    assert not scratch.overfull(str(tmp_path), 7, 1 << 16)
    (room / "below" / "large").write_bytes(b"x" * (1 << 17))
    assert scratch.overfull(str(tmp_path), 7, 1 << 16)
    for number in range(scratch.MAX_FILES):
        (room / str(number)).touch()
    assert scratch.overfull(str(tmp_path), 7, 1 << 30)


def test_no_readable_path_holds_the_grader():
    paths = [Path(path) for path in allowed_paths.python_paths()]
    secret = [allowed_paths.ENGINE / "checks", Path(__file__), Path(sys.prefix, "pyvenv.cfg")]
    assert not any(file.is_relative_to(path) for file in secret for path in paths)


def test_packages_inside_the_standard_library_are_left_out(tmp_path):
    """Without a virtual environment, the standard library is listed without its packages."""
    for name in ("json", "site-packages"):
        (tmp_path / name).mkdir()
    inside = {str(tmp_path / "site-packages" / "torch")}
    assert allowed_paths._without_sites(tmp_path, inside) == {tmp_path / "json"}


def test_the_ring_has_no_network_no_course_and_no_way_to_change_the_kernel():
    """Even the warm process itself, root in bubblewrap, cannot write below /proc/sys."""
    if reason := bubblewrap.usable():
        pytest.skip(reason)
    code = f"""import os, socket
print(socket.if_nameindex(), os.path.exists({str(__file__)!r}))
open('/proc/sys/kernel/core_pattern', 'r+')"""
    command = bubblewrap.command([sys.executable, "-I", "-c", code], 1)
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.stdout == "[(1, 'lo')] False\n"
    assert re.search("Read-only file system|Permission denied", done.stderr)


@pytest.mark.parametrize("version", [1, 2, 3, 6])
def test_any_landlock_will_do(monkeypatch, version):
    """The workers are held to the rules of the kernel's own ABI, and nothing is given up."""
    monkeypatch.setattr(landlock, "abi", lambda: version)
    monkeypatch.setattr(bubblewrap, "usable", lambda: None)
    assert isolation.choose() == isolation.Rings("bubblewrap", version)


def test_private_mounts_take_landlocks_place(monkeypatch):
    if reason := bubblewrap.usable():
        pytest.skip(reason)
    monkeypatch.setattr(landlock, "abi", lambda: 0)
    assert isolation.choose() == isolation.Rings("bubblewrap", 0, private_mounts=True)


def test_the_choice_is_proven(monkeypatch):
    monkeypatch.setattr(isolation, "refused", lambda _: "filter system calls: no")
    with pytest.raises(SandboxUnavailable, match="filter system calls"):
        isolation.choose()
