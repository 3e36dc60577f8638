"""A report in the result formats of other systems: each a pure function of the report."""

from collections.abc import Callable
from enum import StrEnum

from autograder.report.results.annotations import annotations
from autograder.report.results.gradescope import gradescope
from autograder.report.results.junit import junit
from autograder.report.results.prairielearn import prairielearn
from autograder.report.results.result import Result


class Format(StrEnum):
    """What `autograder results --format` can write."""

    GRADESCOPE = "gradescope"
    PRAIRIELEARN = "prairielearn"
    JUNIT = "junit"
    GITHUB = "github"


WRITERS: dict[Format, Callable[[Result], bytes]] = {
    Format.GRADESCOPE: gradescope,
    Format.PRAIRIELEARN: prairielearn,
    Format.JUNIT: junit,
    Format.GITHUB: annotations,
}

__all__ = ["WRITERS", "Format", "Result"]
