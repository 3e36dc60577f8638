"""The outer ring: bubblewrap around the warm process, once."""

import functools
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from autograder.sandbox import allowed_paths

ROOMS = tuple(f"/scratch/{number}" for number in range(64))
"""What a worker fills in one of these, others have in theirs; beyond 64 some share."""
SCRATCH = ROOMS[0]
ENGINE = "/engine"
NOBODY = 65534
POWERS = ("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP", "CAP_KILL", "CAP_DAC_OVERRIDE", "CAP_FOWNER")
"""The warm process keeps these as root, to make its workers unprivileged, to end them, and to
remove their scratch. No worker keeps any."""

KERNEL = ("/proc/sys", "/proc/sysrq-trigger", "/proc/irq", "/proc/bus", "/proc/acpi")
"""Root owns these files, which change the whole machine: mounted for reading."""

ENVIRONMENT = {
    "HOME": SCRATCH,
    "LANG": "C.UTF-8",
    "OMP_NUM_THREADS": "1",
    "PYTHONHASHSEED": "0",
    "PATH": "/nowhere",
    # glibc would give memory back and ask for it again at every larger tensor.
    "MALLOC_MMAP_THRESHOLD_": str(128 << 20),
    "MALLOC_TRIM_THRESHOLD_": str(256 << 20),
    # Small chunks that a thread keeps for itself would lie between large ones and keep them apart.
    "GLIBC_TUNABLES": "glibc.malloc.tcache_count=0",
}


def command(program: Sequence[str], scratch_mb: int, rooms: Sequence[str] = ROOMS[:1]) -> list[str]:
    words = ["bwrap", "--die-with-parent", "--new-session", "--unshare-pid", "--unshare-net",
             "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try",
             "--hostname", "grader", "--proc", "/proc", "--dev", "/dev"]  # fmt: skip
    words += _user()
    # Left to itself, bubblewrap gives /root and its like mode 0700: no worker could import.
    for folder in sorted({str(Path(path).parent) for path in _mounts()}):
        words += ["--perms", "0755", "--dir", folder]
    for path in _mounts():
        words += ["--ro-bind-try", path, path]
    if any(allowed_paths.ENGINE.is_relative_to(path) for path in _mounts()):
        # A folder around the installed package is mounted: an empty one over it.
        words += ["--tmpfs", str(allowed_paths.ENGINE)]
    for part in allowed_paths.ENGINE_PARTS:
        words += ["--ro-bind", str(allowed_paths.ENGINE / part), f"{ENGINE}/autograder/{part}"]
    for room in rooms:
        words += ["--size", str(scratch_mb << 20), "--perms", "1777", "--tmpfs", room]
    # The folders that lead to the mounts may be the worker's own: it could put modules there.
    words += ["--chmod", "0111", "/", "--remount-ro", "/dev", "--remount-ro", "/"]
    words += ["--chdir", SCRATCH, "--clearenv"]
    for name, value in ENVIRONMENT.items():
        words += ["--setenv", name, value]
    return [*words, "--", *program]


def _user() -> list[str]:
    """As root, keep only what is needed to become nobody; else a user namespace as nobody."""
    if os.getuid() == 0:
        kernel = [word for path in KERNEL for word in ("--ro-bind-try", path, path)]
        powers = [word for power in POWERS for word in ("--cap-add", power)]
        return [*kernel, "--cap-drop", "ALL", *powers]
    return ["--unshare-user", "--uid", str(NOBODY), "--gid", str(NOBODY)]


def _mounts() -> list[str]:
    # The program, and every step of the chain of links that leads to it.
    step, paths = Path(sys.executable), set[str]()
    while str(step) not in paths:
        paths.add(str(step))
        step = step.parent / step.readlink() if step.is_symlink() else step
    paths |= {str(step.resolve()), str(Path(sys.prefix, "pyvenv.cfg"))}
    # Sorted: a folder comes before what lies in it, and would hide it otherwise.
    return sorted(paths.union(allowed_paths.python_paths()))


@functools.cache
def usable() -> str | None:
    """None if bubblewrap works on this machine, else the reason why not."""
    if not shutil.which("bwrap"):
        return "bubblewrap (bwrap) is not installed"
    program = [sys.executable, "-I", "-c", ""]
    done = subprocess.run(command(program, 1), capture_output=True, text=True, check=False)
    return None if done.returncode == 0 else f"bubblewrap does not run here: {done.stderr.strip()}"
