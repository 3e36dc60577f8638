"""The oracle: hidden pytest suites run in a warm session, against a student in another process."""

from autograder.checks.compare import agree, require
from autograder.checks.facts import (
    CheckFailed,
    Lost,
    NotDefined,
    ParameterFacts,
    StudentRaised,
    TorchState,
    TravelFacts,
)
from autograder.checks.items import part
from autograder.checks.plain import multiplies, shaped, trainable, unchanged
from autograder.checks.student import Student
from autograder.checks.worker_client import Handle, Transport
from autograder.notebook.calls import Offence

__all__ = [
    "CheckFailed", "Handle", "Lost", "NotDefined", "Offence", "ParameterFacts", "Student",
    "StudentRaised", "TorchState", "Transport", "TravelFacts", "agree", "multiplies", "part",
    "require", "shaped", "trainable", "unchanged",
]  # fmt: skip
