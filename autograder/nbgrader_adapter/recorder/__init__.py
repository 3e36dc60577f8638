"""Recording graded submissions: what nbgrader's autograde leaves behind, many at a time."""

from autograder.nbgrader_adapter.recorder.fallback import NbgraderRecorder
from autograder.nbgrader_adapter.recorder.log import RecordLog
from autograder.nbgrader_adapter.recorder.recorder import Judged, Recorder
from autograder.nbgrader_adapter.recorder.supported_settings import has_other_steps

__all__ = ["Judged", "NbgraderRecorder", "RecordLog", "Recorder", "has_other_steps"]
