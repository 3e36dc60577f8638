"""The oracle: hidden pytest suites run in a warm session, against a student in another process."""

from autograder.oracle.compare import agree, require
from autograder.oracle.conversation import Port
from autograder.oracle.facts import Offence, ParameterFacts, TorchState, TravelFacts
from autograder.oracle.failures import CheckFailed, Lost, NotDefined, StudentRaised
from autograder.oracle.handle import Handle
from autograder.oracle.marks import part
from autograder.oracle.plain import trainable, unchanged
from autograder.oracle.student import Student

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
    "trainable",
    "unchanged",
]
