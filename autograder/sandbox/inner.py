"""The inner ring's proof: a process that confines itself as a worker does, and ends."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from autograder.sandbox import allowed_paths, bubblewrap
from autograder.worker.confine import Policy

MEGABYTE = 1 << 20
PROBE = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from autograder.worker.confine import Policy, confine; "
    "confine(Policy.from_json(sys.argv[2]), ())"
)


def refused(*, ring: bool, abi: int, private_mounts: bool) -> str | None:
    """None if a process can be confined here, else what refused it."""
    root = bubblewrap.ENGINE if ring else str(allowed_paths.ENGINE.parent)
    policy = replace(_policy(Path(root), abi), private_mounts=private_mounts)
    if ring:
        uid = bubblewrap.NOBODY if os.getuid() == 0 else None
        policy = replace(policy, scratch=bubblewrap.SCRATCH, uid=uid)
    program = [sys.executable, "-I", "-B", "-c", PROBE, root, policy.to_json()]
    words = bubblewrap.command(program, 1) if ring else program
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return None if done.returncode == 0 else (done.stderr.strip() or "killed").splitlines()[-1]


def _policy(root: Path, abi: int) -> Policy:
    return Policy(
        readable=(*allowed_paths.python_paths(), *allowed_paths.engine_paths(root)),
        writable=(),
        memory_bytes=64 * MEGABYTE,
        threads=1,
        open_files=16,
        file_bytes=MEGABYTE,
        cpu_seconds=10,
        landlock=abi,
    )
