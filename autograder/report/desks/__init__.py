"""A report in the result formats of other desks: each a pure function of the report."""

from autograder.report.desks.annotations import annotations
from autograder.report.desks.gradescope import gradescope
from autograder.report.desks.junit import junit
from autograder.report.desks.outcome import Outcome
from autograder.report.desks.prairielearn import prairielearn

FORMATS = {
    "gradescope": gradescope,
    "prairielearn": prairielearn,
    "junit": junit,
    "github": annotations,
}
"""What `autograder results --format` can write, by name."""

__all__ = ["FORMATS", "Outcome"]
