"""A course with an exchange of its own, students who hand in, and a watch that runs."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nbgrader.auth import Authenticator
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange import ExchangeFactory
from traitlets.config import Config

from tests.courses import until

BIN = Path(sys.executable).parent
PATIENCE = 300.0
COURSE_ID = "attention-mechanisms"
CONFIG = """
c.Exchange.root = {root!r}
c.ExchangeCollect.check_owner = False
"""


@dataclass(frozen=True)
class Classroom:
    """`course`, `exchange` and `homes` of students, side by side in one folder."""

    top: Path

    @property
    def course(self) -> Path:
        return self.top / "course"

    @property
    def journal(self) -> dict[str, Any]:
        """What the watch has written down, by student."""
        return json.loads((self.course / ".autograder/watch/attention.json").read_bytes())

    @property
    def inbound(self) -> Path:
        return self.top / "exchange" / COURSE_ID / "inbound"

    def wire(self) -> None:
        """Make the course use the exchange beside it."""
        plain = (self.course / "nbgrader_config.py").read_text("utf-8")
        text = plain.split("\nc.Exchange.root")[0] + CONFIG.format(root=str(self.top / "exchange"))
        (self.course / "nbgrader_config.py").write_text(text, "utf-8")

    def submit(self, student: str, data: bytes) -> None:
        """Hand in through nbgrader's own submit."""
        (self._home(student) / "attention" / "attention.ipynb").write_bytes(data)
        self._exchange(student, "Submit")

    def feedback(self, student: str) -> list[str]:
        """The pages that nbgrader's own fetch_feedback brings, oldest submission first."""
        self._exchange(student, "FetchFeedback")
        folder = self._home(student) / "attention" / "feedback"
        return [path.read_text("utf-8") for path in sorted(folder.glob("*/attention.html"))]

    def _home(self, student: str) -> Path:
        home = self.top / "homes" / student
        (home / "attention").mkdir(parents=True, exist_ok=True)
        return home

    def _exchange(self, student: str, step: str) -> None:
        config = Config()
        config.CourseDirectory.course_id = COURSE_ID
        config.Exchange.root = str(self.top / "exchange")
        config.Exchange.assignment_dir = str(self._home(student))
        config.Exchange.cache = str(self._home(student) / "cache")
        courses = CourseDirectory(config=config)
        courses.student_id, courses.assignment_id = student, "attention"
        taken = getattr(ExchangeFactory(config=config), step)
        taken(coursedir=courses, authenticator=Authenticator(config=config), config=config).start()

    @contextmanager
    def watch(self, *options: str) -> Iterator["Running"]:
        """A running watch; killed at the end if it has not ended by then."""
        with (self.top / "events").open("a") as events:
            process = subprocess.Popen(
                [BIN / "autograder", "watch", "attention", "--every", "0.3", *options],
                cwd=self.course, stdout=events, stderr=events, start_new_session=True,
                env=os.environ | {"PATH": f"{BIN}:{os.environ['PATH']}", "OMP_NUM_THREADS": "1"},
            )  # fmt: skip
        running = Running(process, self.top / "events")
        try:
            yield running
        finally:
            running.kill()

    def looked(self, succeeds: Callable[..., Any], *options: str) -> None:
        """A watch that ends when nothing is left to do."""
        words = ("autograder", "watch", "attention", "--every", "0.3", "--once", *options)
        with (self.top / "events").open("a") as events:
            events.write(succeeds(self.course, *words).stdout)

    def events(self, word: str = "") -> list[str]:
        """The lines of every watch so far that hold `word`, without their time."""
        lines = (self.top / "events").read_text("utf-8").splitlines()
        return [line[9:] for line in lines if word in line]


@dataclass(frozen=True)
class Running:
    process: "subprocess.Popen[bytes]"
    output: Path

    def until(self, reached: Callable[[], bool]) -> None:
        until(reached, PATIENCE, self.output.read_text, self.process)

    def kill(self) -> None:
        """End it without a chance to tidy up."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()

    def end(self, number: int) -> int:
        """Send a signal to its whole group, as a terminal does; the exit code."""
        os.killpg(self.process.pid, number)
        return self.process.wait(PATIENCE)
