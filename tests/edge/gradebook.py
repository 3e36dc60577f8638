"""What nbgrader's gradebook says of a class."""

from pathlib import Path

from autograder.nbgrader_adapter.course_settings.database import open_gradebook


def rows(folder: Path) -> list[tuple[object, ...]]:
    """All that the gradebook says of the class but the rows' ids."""
    entries: list[tuple[object, ...]] = []
    with open_gradebook(folder) as book:
        for handed_in in book.assignment_submissions("attention"):
            student = handed_in.student_id
            entries.append((student, str(handed_in.timestamp), handed_in.score))
            for notebook in handed_in.notebooks:
                entries.append((student, notebook.name, notebook.late_submission_penalty))
                entries += [
                    (student, g.name, g.auto_score, g.manual_score, g.extra_credit,
                     g.needs_manual_grade)
                    for g in notebook.grades
                ]  # fmt: skip
                entries += [
                    (student, c.name, c.auto_comment, c.manual_comment) for c in notebook.comments
                ]
    return sorted(entries, key=str)
