"""Recording graded submissions: what nbgrader's autograde leaves behind, many at a time."""

from autograder.nbgrader_edge.recorder.by_nbgrader import NbgraderRecorder
from autograder.nbgrader_edge.recorder.ledger import Ledger
from autograder.nbgrader_edge.recorder.recorder import Judged, Recorder
from autograder.nbgrader_edge.recorder.steps import has_other_steps

__all__ = ["Judged", "Ledger", "NbgraderRecorder", "Recorder", "has_other_steps"]
