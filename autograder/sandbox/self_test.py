"""The doctor's examination: each layer by itself, and a whole worker, attempt what is forbidden.

A layer is in force when it refuses what the same process may do without it.
"""

import json
import os
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec

from autograder.core.assignment.plan import Limits
from autograder.core.errors import AutograderError, GraderFault, SandboxUnavailable
from autograder.sandbox import bubblewrap, probes
from autograder.sandbox.host import Host
from autograder.sandbox.isolation import Rings, choose, output_of, policy
from autograder.sandbox.probes import Names
from autograder.sandbox.worker_process import WorkerLost
from autograder.wire import messages
from autograder.worker.confine import landlock
from autograder.worker.control import Preload

# Memory for all threads, for each of which the C library reserves 64 MB, and an answer.
LIMITS = Limits(memory_mb=960, threads=8, open_files=64, scratch_mb=1)
ASKED = {"memory": 1 << 30, "threads": 64, "files": 256, "bytes": 64 << 20}
"""More than the limits allow, and less than would harm where nothing is refused."""

Answers = dict[str, str | None]
"""By attempt the error that refused it; None where it succeeded."""

SECONDS = 60.0
OUTSIDE = ("signal_the_grader", "call_by_tcp", "call_by_abstract_name")
FILES = ("read_a_file", "write_a_file", "leave_a_file_beside")
PROC = ("look_at_the_grader", "see_other_processes")
LANDLOCK = {
    1: (*FILES, *PROC),
    3: ("empty_a_file",),
    4: ("call_by_tcp",),
    6: ("signal_the_grader", "call_by_abstract_name"),
}
"""What Landlock must refuse by itself, by the ABI from which on it can."""

EXPECTED = {
    "bubblewrap": (*FILES, "look_at_the_grader", "empty_a_file", "call_by_udp", *OUTSIDE),
    "seccomp": (
        "change_a_mode", "empty_a_file", "call_by_udp", "start_a_process", "make_a_namespace",
        *OUTSIDE,
    ),
    "limits": ("hold_memory", "open_many_files", "write_a_large_file"),
    "privileges": ("become_root",),
}  # fmt: skip
"""What each layer must refuse by itself; a whole worker must refuse everything."""

MOUNTS = "private mounts"
IN_BUBBLEWRAP = ("bubblewrap", MOUNTS)
APPLY = {
    "nothing": "",
    "bubblewrap": "",
    MOUNTS: "privileges.become(policy); os.mkdir('/scratch/1'); os.chdir('/scratch/1'); "
    "mounts.hide_all_but(['/scratch/1'], '/scratch'); privileges.drop_powers(policy)",
    "Landlock": "privileges.prctl(38, 1); "
    "rules = landlock.Ruleset(policy.readable, [names['scratch']], landlock.abi()); "
    "rules.gather(); rules.restrict()",
    "seccomp": "privileges.prctl(38, 1); seccomp.restrict()",
    "limits": "privileges.limit_resources(policy)",
    "privileges": "privileges.become(policy); privileges.drop_powers(policy)",
}
PROBES = Path(probes.__file__).read_text("utf-8")
PROGRAM = """import json, os, sys
sys.path.insert(0, sys.argv[1])
from autograder.worker.confine import Policy, landlock, mounts, privileges, seccomp
policy, names = Policy(**json.loads(sys.argv[2])), json.loads(sys.argv[3])
{text}
{apply}
print(tried(names))
"""


@dataclass(frozen=True)
class Finding:
    """What a layer (or a whole worker) refused and allowed, and what is refused even without it
    (`unproven`); `trouble` is why it could not be put in force.
    """

    layer: str
    refused: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()
    unproven: tuple[str, ...] = ()
    trouble: str | None = None

    @property
    def in_force(self) -> bool:
        return self.trouble is None and not self.allowed


@dataclass(frozen=True)
class Examination:
    """The state of this machine: why grading is refused without the flag, if it is (`refusal`); its
    rings, with the flag if need be, and a whole worker in them.
    """

    layers: tuple[Finding, ...]
    refusal: str | None
    rings: Rings | None
    worker: Finding | None

    @property
    def ready(self) -> bool:
        """Whether grading starts without a flag, and a worker is refused everything."""
        return self.refusal is None and self.worker is not None and self.worker.in_force


def examine() -> Examination:
    """Try everything; nothing of the machine is changed."""
    with _surroundings() as names:
        open_here = _answers("nothing", names)
        layers = tuple(
            _layer(name, expected, names, open_here)
            for name, expected in expected_here(landlock.abi()).items()
        )
        refusal, rings = _rings()
        worker = _worker(rings, names, open_here) if rings else None
        return Examination(layers, refusal, rings, worker)


def expected_here(version: int) -> dict[str, tuple[str, ...]]:
    """What each layer must refuse by itself under a kernel with this Landlock ABI."""
    if not version:
        return EXPECTED | {MOUNTS: (*FILES, *PROC)}
    able = [name for since, names in LANDLOCK.items() if since <= version for name in names]
    return EXPECTED | {"Landlock": tuple(able)}


@contextmanager
def _surroundings() -> Iterator[Names]:
    """A file, a listener and a process (this one) that nobody inside may reach."""
    with (
        tempfile.TemporaryDirectory() as folder,
        socket.create_server(("127.0.0.1", 0)) as tcp,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp,
        socket.socket(socket.AF_UNIX) as abstract,
    ):
        name = f"autograder-doctor-{os.getpid()}"
        abstract.bind(f"\0{name}")
        abstract.listen()
        Path(folder).chmod(0o755)
        scratch, file = Path(folder, "scratch"), Path(folder, "outside")
        # Open to everyone: what keeps a process out must be the layer, never a mode.
        scratch.mkdir()
        scratch.chmod(0o777)
        file.write_text("hidden")
        file.chmod(0o666)
        port = tcp.getsockname()[1]
        udp.bind(("127.0.0.1", port))
        yield {"file": str(file), "scratch": str(scratch), "pid": os.getpid(), "port": port,
               "name": name, **ASKED}  # fmt: skip


def _layer(layer: str, expected: tuple[str, ...], names: Names, open_here: Answers) -> Finding:
    if layer in IN_BUBBLEWRAP and (trouble := bubblewrap.usable()):
        return Finding(layer, trouble=trouble)
    try:
        return _found(layer, expected, _answers(layer, names), open_here)
    except GraderFault as fault:
        return Finding(layer, trouble=str(fault))


def _found(layer: str, expected: tuple[str, ...], answers: Answers, open_here: Answers) -> Finding:
    refused = tuple(name for name in expected if answers[name] is not None)
    return Finding(
        layer,
        tuple(name for name in refused if open_here[name] is None),
        tuple(name for name in expected if answers[name] is None),
        tuple(name for name in refused if open_here[name] is not None),
    )


def _answers(layer: str, names: Names) -> Answers:
    """What a process in this layer alone was refused; GraderFault if it cannot be applied."""
    rings, root = Rings("bubblewrap" if layer in IN_BUBBLEWRAP else None, 0), os.getuid() == 0
    text = PROGRAM.format(apply=APPLY[layer], text=PROBES)
    held_to = policy(
        LIMITS, rings, cpu_seconds=60, uid=bubblewrap.NOBODY if root else None,
        # Nobody may not be able to read this Python, and the probes import while they run.
        reads_any=root and not rings.outer,
    )  # fmt: skip
    printed = output_of(text, rings, held_to, json.dumps(names), cwd=names["scratch"])
    return msgspec.json.decode(printed, type=dict[str, str | None])


def _rings() -> tuple[str | None, Rings | None]:
    try:
        return None, choose()
    except SandboxUnavailable as refusal:
        try:
            return str(refusal), choose(accept_weaker=True)
        except SandboxUnavailable:
            return str(refusal), None


def _worker(rings: Rings, names: Names, open_here: Answers) -> Finding:
    source = f"{PROBES}\nprint(tried({names!r}))"
    try:
        with Host(LIMITS, rings, Preload()) as host:
            worker = host.spawn()
            reply = worker.ask([messages.RunCell(0, source, SECONDS)], SECONDS)
            worker.close()
    except (AutograderError, WorkerLost) as fault:
        return Finding("worker", trouble=str(fault))
    if not isinstance(reply, messages.CellRan) or reply.error:
        return Finding("worker", trouble=f"the probes did not run: {reply}")
    answers = msgspec.json.decode(reply.output, type=dict[str, str | None])
    return _found("worker", tuple(answers), answers, open_here)
