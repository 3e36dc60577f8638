"""The history of marks that nbgrader itself records: by its command and by formgrader's button."""

import functools
from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook, MissingEntry

from autograder.core.assignment import Edition
from autograder.core.errors import GraderFault
from autograder.grading.history import Change, History, latest
from autograder.grading.report_cache import ReportCache
from autograder.nbgrader_adapter.context import SubmissionContext
from autograder.nbgrader_adapter.gradebook import TEST_CELL
from autograder.nbgrader_adapter.pipeline import ours
from autograder.notebook.submission import Submission


def keep_history(converter: Any) -> None:
    """Have a run of nbgrader's autograde add a line for every notebook of ours that it records."""
    # A run of our own that records through nbgrader has a history of its own.
    if not converter.config.GradeOutside.get("use_kept"):
        converter.convert_single_notebook = _noted(converter, OwnHistory())


def _noted(converter: Any, history: "OwnHistory") -> Any:
    record = converter.convert_single_notebook

    @functools.wraps(record)
    def recorded(filename: str) -> None:
        place = SubmissionContext.of(converter, converter.init_single_notebook_resources(filename))
        if not ours(place.root, place.assignment_id):
            record(filename)
            return
        before = _scores(place, converter.coursedir.db_url)
        record(filename)
        history.add(place, before)

    return recorded


class OwnHistory:
    """What one run of nbgrader's has recorded."""

    def __init__(self) -> None:
        self._open: dict[str, tuple[History, dict[str, Change]]] = {}

    def add(self, place: SubmissionContext, before: dict[str, float]) -> None:
        """Add a submission that has just been recorded.

        Raises:
            GraderFault: there is no place for the line, or the notebook is another one by now.
        """
        loaded = place.loaded()
        kept = ReportCache(place.root, loaded.assignment, loaded.edition, loaded.released)
        report = kept.get(Submission.read(place.student, place.submitted))
        if report is None:
            raise GraderFault(f"{place.submitted} was changed while it was graded: grade it again")
        history, last = self._of(place.root, loaded.edition)
        # Cells that an instructor added are no parts.
        own = {part.id: before[part.id] for part in report.parts if part.id in before}
        change = history.change(place.student, report, own, last.get(place.student))
        history.add([change])
        last[place.student] = change

    def _of(self, root: Path, edition: Edition) -> tuple[History, dict[str, Change]]:
        if edition.id not in self._open:
            history = History(root, edition)
            self._open[edition.id] = history, latest(history.changes())
        return self._open[edition.id]


def _scores(place: SubmissionContext, url: str) -> dict[str, float]:
    """The points of the checks that the gradebook has now, by part."""
    with Gradebook(url) as book:
        try:
            found = book.find_submission_notebook(
                place.notebook_id, place.assignment_id, place.student
            )
        except MissingEntry:
            return {}
        return {
            grade.name.removeprefix(TEST_CELL): grade.auto_score
            for grade in found.grades
            if grade.auto_score is not None
        }
