"""Runs attacks in confined processes, one fork each, and prints what came of them as JSON.

Run as a program by whichever user and Python is to be tested: in the ring it starts itself a
second time inside bubblewrap. An attack is a piece of code; its outcome is the name of the
exception it ends with, "done" if none, "signal N" if it was killed, and what it set `said` to.
"""

import json
import os
import subprocess
import sys
import traceback
from pathlib import Path

SECONDS_OF_CPU = {"sleepless": 1}
"""Who computes without end is ended by this limit; on a slow machine, too, nobody else may be."""
AMPLE = 60
WORKERS = 0x70000000
SCRATCH_MB = 8
PATH = {"PATH": os.environ.get("PATH", "/usr/bin"), "SECRET": "the parent's environment"}


def main(order: dict) -> None:
    sys.path.insert(0, order["root"])
    from autograder.sandbox import allowed_paths, bubblewrap

    ring, powerful = order["ring"], os.getuid() == 0
    inside = bubblewrap.ENGINE if ring else order["root"]
    order["policy"] = {
        "readable": [*allowed_paths.python_paths(), *allowed_paths.engine_paths(Path(inside))],
        "scratch": bubblewrap.SCRATCH if ring else order["scratch"],
        "memory_bytes": 256 << 20, "threads": 8, "open_files": 32, "file_bytes": 1 << 20,
        "landlock": order["landlock"], "private_mounts": not order["landlock"],
        "uid": WORKERS if powerful else None, "uids": 1000, "reads_any": powerful and not ring,
    }  # fmt: skip
    # The code itself goes in: this file is not mounted there.
    program = [sys.executable, "-I", "-B", "-c", Path(__file__).read_text("utf-8"), "inside"]
    words = [*program, inside, json.dumps(order)]
    command = bubblewrap.command(words, SCRATCH_MB) if ring else words
    raise SystemExit(subprocess.run(command, env=bubblewrap.ENVIRONMENT | PATH).returncode)


def inside(root: str, order: dict) -> None:
    sys.path.insert(0, root)
    for name in order["preload"]:
        __import__(name)
    outcomes = {}
    for name, code in order["attacks"].items():
        policy = order["policy"] | {"cpu_seconds": SECONDS_OF_CPU.get(name, AMPLE)}
        outcomes[name] = _attacked(code, policy, order)
    print(json.dumps(outcomes))


def _attacked(code: str, policy: dict, order: dict) -> list:
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            _attack(code, policy, order, write)
        except BaseException:
            traceback.print_exc()
        os._exit(70)
    os.close(write)
    with os.fdopen(read) as stream:
        answer = stream.read()
    _, status = os.waitpid(pid, 0)
    # Process ids come again, and a scratch that is still there stops the next worker.
    from autograder.worker.confine import scratch

    scratch.clean(policy["scratch"], pid)
    if os.WIFSIGNALED(status):
        return [f"signal {os.WTERMSIG(status)}", None]
    return json.loads(answer) if answer else ["no answer", None]


def _attack(code: str, policy: dict, order: dict, write: int) -> None:
    from autograder.worker.confine import Policy, confine

    confine(Policy(**policy), (write,))
    names = {"said": None, **order["names"]}
    try:
        exec(code, names)
        outcome = "done"
    except BaseException as error:
        outcome = type(error).__name__
        names["said"] = names["said"] or str(error)
    os.write(write, json.dumps([outcome, names["said"]]).encode())


if __name__ == "__main__":
    if sys.argv[1] == "inside":
        inside(sys.argv[2], json.loads(sys.argv[3]))
    else:
        main(json.loads(sys.argv[1]))
