"""When work was handed in, and what being late costs."""

import math
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from nbgrader.plugins import BasePlugin
from nbgrader.preprocessors import AssignLatePenalties
from nbgrader.utils import parse_utc
from traitlets import Float
from traitlets.config import Config

from autograder.core.errors import SubmissionUnreadable
from autograder.notebook.folder import read_plain, shown

DAY = 24 * 60 * 60


class LatePolicy(BasePlugin):
    """A share of the earned points for every started day, after a time of grace, up to a limit.

    nbgrader asks for it when it grades; a score that a human changes later is counted at the next
    `nbgrader autograde --force`.
    """

    grace_minutes = Float(15, min=0, help="Who is late by no more than this loses nothing.").tag(
        config=True
    )
    percent_per_day = Float(
        10, min=0, max=100, help="What every started day after the due date costs, of the score."
    ).tag(config=True)
    percent_at_most = Float(
        50, min=0, max=100, help="What being late costs at most, of the score."
    ).tag(config=True)

    def late_submission_penalty(
        self, student_id: str, score: float, total_seconds_late: float
    ) -> float | None:
        """The points to take off a `score`, to the hundredth; None if there is nothing to take."""
        if total_seconds_late <= self.grace_minutes * 60:
            return None
        percent = math.ceil(total_seconds_late / DAY) * self.percent_per_day
        return round(score * min(percent, self.percent_at_most) / 100, 2)


def rule(config: Config) -> str:
    """The course's late submission plugin and its settings, in a form to compare by."""
    step = AssignLatePenalties(config=config)
    step.init_plugin()
    plugin = step.plugin_inst
    settings = [(name, getattr(plugin, name)) for name in plugin.trait_names(config=True)]
    return f"{type(plugin).__module__}.{type(plugin).__qualname__} {sorted(settings, key=str)}"


FILE = "timestamp.txt"
MAX_BYTES = 200


def check_timestamp(folder: Path) -> datetime | None:
    """The time in UTC; None if there is no timestamp.

    Raises:
        SubmissionUnreadable: the file says something else. Recorded all the same, the submission
            would be in time however late it was.
    """
    try:
        said = read_plain(folder / FILE, MAX_BYTES).decode("utf-8", "replace").strip()
    except FileNotFoundError:
        return None
    # What dateutil raises at a text that is no time is not to be foreseen.
    with suppress(Exception):
        at: datetime | None = parse_utc(said) if said else None
        return at
    raise SubmissionUnreadable(
        f"{shown(folder / FILE)} says {said[:60]!r}, which is no time; write it as "
        "2026-03-01 12:00:00 UTC, or remove the file if the submission is in time"
    )
