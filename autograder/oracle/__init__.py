"""The oracle: hidden pytest suites run in a warm session, against a student in another process."""

from autograder.oracle.compare import agree, require
from autograder.oracle.failures import CheckFailed, Lost, NotDefined, StudentRaised
from autograder.oracle.marks import part
from autograder.oracle.student import (
    Handle,
    Offence,
    ParameterFacts,
    Port,
    Student,
    TorchState,
    TravelFacts,
)

__all__ = [
    "CheckFailed",
    "Handle",
    "Lost",
    "NotDefined",
    "Offence",
    "ParameterFacts",
    "Port",
    "Student",
    "StudentRaised",
    "TorchState",
    "TravelFacts",
    "agree",
    "part",
    "require",
]
