"""Real users of this machine, for as long as a test needs them."""

import os
import pwd
import shlex
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from autograder.core.assignment.sets import ACCEPTING

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent
NEEDED = (Path(sys.base_prefix), Path(sys.prefix), ROOT)
"""What everybody must be able to read to run nbgrader at all."""
EXCHANGE = """c = get_config()
c.CourseDirectory.course_id = "attention-mechanisms"
c.Exchange.root = {exchange!r}
"""


@dataclass(frozen=True)
class Person:
    """A user with a private home folder."""

    name: str
    home: Path
    settings: Path

    def run(self, *command: str, folder: str = ".") -> "subprocess.CompletedProcess[str]":
        user = pwd.getpwnam(self.name)
        ids = [f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
        words = ["setpriv", *ids, "--", *command]
        env = {
            "HOME": str(self.home), "USER": self.name, "PATH": f"{BIN}:{os.environ['PATH']}",
            "JUPYTER_CONFIG_PATH": str(self.settings), "LANG": "C.UTF-8", "OMP_NUM_THREADS": "1",
            "PYTHONPATH": str(ROOT), ACCEPTING: "1",
        }  # fmt: skip
        return subprocess.run(
            reaching(words), cwd=self.home / folder,
            env=env, umask=0o002, capture_output=True, text=True, check=False,
        )  # fmt: skip

    def command(self, *words: str, folder: str = ".") -> "subprocess.CompletedProcess[str]":
        return self.run(str(BIN / words[0]), *words[1:], folder=folder)

    def nbgrader(self, *words: str, folder: str = ".") -> str:
        done = self.command("nbgrader", *words, folder=folder)
        assert done.returncode == 0, done.stderr
        return done.stdout + done.stderr

    def own(self, path: Path, data: bytes) -> None:
        path.write_bytes(data)
        self.owns(path)

    def owns(self, path: Path) -> None:
        """This user becomes the owner of a file, or of all in a folder."""
        subprocess.run(["chown", "-R", f"{self.name}:{self.name}", path], check=True)


@contextmanager
def meeting_place() -> Iterator[Path]:
    """A folder all may enter, with `exchange` and `settings`; pytest's own are their owner's."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        for room, mode in (("exchange", 0o777), ("settings", 0o755)):
            (folder / room).mkdir()
            (folder / room).chmod(mode)
        text = EXCHANGE.format(exchange=str(folder / "exchange"))
        (folder / "settings/nbgrader_config.py").write_text(text)
        yield folder


@contextmanager
def people(top: Path, *roles: str, one_group: bool = False) -> Iterator[list[Person]]:
    """A new user for each role, with a home in `top` that is closed to the others.

    Of one group are they by their accounts alone, and the group is the first one's.
    """
    users = [Person(f"{role}{os.getpid()}", top / role, top / "settings") for role in roles]
    try:
        for person in users:
            joins = one_group and person is not users[0]
            group = ["--gid", users[0].name] if joins else ["--user-group"]
            words = ["useradd", *group, "--no-create-home", "--home-dir", str(person.home)]
            subprocess.run([*words, "--shell", "/bin/sh", person.name], check=True)
            person.home.mkdir(mode=0o700)
            shutil.chown(person.home, person.name)
        yield users
    finally:
        for person in reversed(users):
            subprocess.run(["userdel", person.name], check=False, capture_output=True)


def reaching(words: list[str]) -> list[str]:
    """The command; where Python lies in a closed home, in a view of the files until it ends."""
    # The outermost folders that others may not enter on the way to what everybody needs.
    tops = sorted({top for folder in NEEDED if (top := _closed(folder))})
    if not tops:
        return words
    rooms = {f"/mnt/{number}": str(folder) for number, folder in enumerate(NEEDED)}
    lines = ["set -e", 'here="$PWD"', "mount -t tmpfs tmpfs /mnt"]
    lines += [f"mkdir {room}; mount --bind {shlex.quote(at)} {room}" for room, at in rooms.items()]
    lines += [f"mount -t tmpfs -o mode=0755 tmpfs {shlex.quote(top)}" for top in tops]
    for room, at in rooms.items():
        lines += [f"mkdir -p {shlex.quote(at)}; mount --bind {room} {shlex.quote(at)}"]
    lines += ['cd "$here"', f"exec {shlex.join(words)}"]
    return ["unshare", "--mount", "--propagation", "private", "sh", "-c", "\n".join(lines)]


def _closed(folder: Path) -> str | None:
    """The outermost folder on the way to `folder` that others may not enter."""
    for step in (*reversed(folder.parents), folder):
        if not step.stat().st_mode & stat.S_IXOTH:
            return str(step)
    return None
