"""Classes whose settings a course's nbgrader_config.py has: lateness, and what runs may accept."""

import math
from typing import Any

from nbgrader.plugins import BasePlugin
from nbgrader.preprocessors import AssignLatePenalties
from traitlets import Bool, Float
from traitlets.config import Config, Configurable

DAY = 24 * 60 * 60


class LatePolicy(BasePlugin):
    """A share of the earned points for every started day, after a time of grace, up to a limit.

    nbgrader asks for it when it grades; a score that a human changes later is counted at the next
    `nbgrader autograde --force`.
    """

    grace_minutes = Float(15, min=0, help="Who is late by no more loses nothing.").tag(config=True)
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


def late_rule(config: Config) -> str:
    """The course's late submission plugin and its settings, in a form to compare by."""
    plugin = _late_plugin(config)
    settings = [(name, getattr(plugin, name)) for name in plugin.trait_names(config=True)]
    return f"{type(plugin).__module__}.{type(plugin).__qualname__} {sorted(settings, key=str)}"


def points_taken(config: Config, student: str, score: float, seconds: float) -> float:
    """What the course takes from this score of who is late, as nbgrader's step does."""
    taken = _late_plugin(config).late_submission_penalty(student, score, seconds)
    return min(max(taken or 0.0, 0.0), score)


def _late_plugin(config: Config) -> Any:
    step = AssignLatePenalties(config=config)
    step.init_plugin()
    return step.plugin_inst


class GradeOutside(Configurable):
    """What a run of nbgrader's on an assignment of ours accepts."""

    accept_weaker_isolation = Bool(
        False, help="Grade even where the machine lacks a layer of isolation."
    ).tag(config=True)
