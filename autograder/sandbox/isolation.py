"""Which rings of isolation this machine has, and what a worker may do in them."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec

from autograder.core.assignment.plan import Limits
from autograder.core.errors import GraderFault, SandboxUnavailable
from autograder.sandbox import allowed_paths, bubblewrap
from autograder.worker.confine import Policy, landlock

FLAG = "--accept-weaker-isolation"
TRAIT = "c.GradeOutside.accept_weaker_isolation = True"

PROVEN = Limits(memory_mb=64, threads=1, open_files=16, scratch_mb=1)
PROBE = (
    "import json, sys; sys.path.insert(0, sys.argv[1]); "
    "from autograder.worker.confine import Policy, confine; "
    "confine(Policy(**json.loads(sys.argv[2])), ())"
)
"""A process that confines itself as a worker does, and ends."""


@dataclass(frozen=True)
class Rings:
    """The isolation of the warm process (maybe none) and of each worker (see Policy)."""

    outer: Literal["bubblewrap"] | None
    landlock: int
    private_mounts: bool = False

    @property
    def engine(self) -> str:
        return bubblewrap.ENGINE if self.outer else str(allowed_paths.ENGINE.parent)

    @property
    def inner(self) -> str:
        if self.landlock:
            return f"Landlock ABI {self.landlock}"
        return "private mounts" if self.private_mounts else "seccomp alone"


def choose(*, accept_weaker: bool = False) -> Rings:
    """The strongest rings of this machine, proven by confining a process in them;
    SandboxUnavailable if a layer that nothing makes up for is missing.
    """
    missing, version = bubblewrap.usable(), landlock.abi()
    if missing and not version:
        raise SandboxUnavailable(
            f"this kernel has no Landlock, and {missing}: nothing would keep files from student "
            "code, and no flag accepts less; install bubblewrap or grade on Linux 5.13 or newer; "
            "`autograder doctor` says more"
        )
    outer: Literal["bubblewrap"] | None = None if missing else "bubblewrap"
    rings = Rings(outer, version, private_mounts=not version)
    reason = refused(rings)
    if reason and rings.private_mounts:
        lost = (
            "this kernel has no Landlock, and workers get no mounts of their own that would keep "
            f"them out of each other's scratch ({reason})"
        )
        if not accept_weaker:
            raise SandboxUnavailable(
                f"{lost}: grade on Linux 5.13 or newer with Landlock, or accept this with {FLAG} "
                f"(in nbgrader_config.py: {TRAIT}); `autograder doctor` says more"
            )
        print(f"weaker isolation accepted: {lost}", file=sys.stderr)
        rings = Rings("bubblewrap", 0)
        reason = refused(rings)
    if reason:
        message = f"student code cannot be confined here: {reason}; `autograder doctor` says more"
        raise SandboxUnavailable(message)
    return rings


def policy(limits: Limits, rings: Rings, **fields: Any) -> Policy:
    """What a worker may do within these limits and rings; with further fields of the policy."""
    return Policy(
        readable=(*allowed_paths.python_paths(), *allowed_paths.engine_paths(Path(rings.engine))),
        memory_bytes=limits.memory_mb << 20,
        threads=limits.threads,
        open_files=limits.open_files,
        file_bytes=limits.scratch_mb << 20,
        landlock=rings.landlock,
        private_mounts=rings.private_mounts,
        **fields,
    )


def python(program: str, engine: str, *arguments: str) -> list[str]:
    # Not -I: PYTHONHASHSEED would say nothing.
    return [sys.executable, "-s", "-P", "-B", "-c", program, engine, *arguments]


def output_of(program: str, rings: Rings, held_to: Policy, *arguments: str, **options: Any) -> str:
    """What a program prints that is given the engine's place and a policy as JSON, to confine
    itself by; GraderFault with the last line of its error if it fails.
    """
    words = python(program, rings.engine, msgspec.json.encode(held_to).decode(), *arguments)
    command = bubblewrap.command(words, 1) if rings.outer else words
    env = bubblewrap.ENVIRONMENT | {"PATH": os.environ["PATH"]}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False, **options)
    if done.returncode:
        raise GraderFault((done.stderr.strip() or "killed").splitlines()[-1])
    return str(done.stdout)


def refused(rings: Rings) -> str | None:
    """None if a process can be confined in these rings, else what refused it."""
    uid = bubblewrap.NOBODY if rings.outer and os.getuid() == 0 else None
    scratch = bubblewrap.SCRATCH if rings.outer else ""
    try:
        output_of(PROBE, rings, policy(PROVEN, rings, cpu_seconds=10, scratch=scratch, uid=uid))
    except GraderFault as fault:
        return str(fault)
    return None
