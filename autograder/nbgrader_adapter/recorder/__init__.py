"""Recording graded submissions: what nbgrader's autograde leaves behind, many at a time."""

from autograder.nbgrader_adapter.recorder.log import RecordLog
from autograder.nbgrader_adapter.recorder.recorder import Judged, Recorder

__all__ = ["Judged", "RecordLog", "Recorder"]
