"""Feedback pages for a class, by nbgrader's command and ours; an unchanged page is left alone."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from autograder.core import atomic_file
from autograder.core.errors import AutograderError, CourseError, GraderFault, problem
from autograder.core.model import Text
from autograder.course import CourseAssignment, known_students
from autograder.grading.course_names import CourseNames
from autograder.nbgrader_adapter.autograded.outputs import GradedCell, clean_markdown, read_cells
from autograder.nbgrader_adapter.course_settings.database import open_gradebook
from autograder.nbgrader_adapter.course_settings.gradebook import TEST, assignments_in, sheet_of
from autograder.nbgrader_adapter.course_settings.settings import course_config
from autograder.notebook.stamp import Stamp
from autograder.notebook.syntax import Lines
from autograder.report.feedback_page import Feedback, Item, html_page
from autograder.report.help import read_help
from autograder.report.lms.sheets import Recorded, Score
from autograder.report.plain_text import one_line
from autograder.watching import MARKS, StateFile, journal_file


@dataclass(frozen=True)
class PageResult:
    student: str
    written: bool = False
    problem: str = ""


class FeedbackRun:
    """Writes the pages of one edition, or of one `student` on an `attempt` that a watch has yet to
    write down; a CourseError if nothing is recorded.
    """

    def __init__(
        self, where: CourseAssignment, *, force: bool = False, config: Config | None = None,
        student: str | None = None, attempt: int = 0,
    ) -> None:  # fmt: skip
        root, self._assignment, self._edition = where
        self._force = force
        config = config or course_config(root)
        self._courses = CourseDirectory(config=config)
        with open_gradebook(root, config) as book:
            row = assignments_in(book, [self._edition.id])[0]
            self._sheet = sheet_of(book, root, row, student)
        self._attempt = attempt
        self._journal = StateFile(journal_file(root, self._edition.id))
        self._names = CourseNames.read(self._assignment)
        self._help = read_help(self._assignment)

    def chosen(self, only: Sequence[str]) -> list[str]:
        """Whom to write for: all who are recorded, or `only` these; a CourseError if one is not."""
        excluded = self._courses.student_id_exclude.split(",")
        students = [student for student in self._sheet.marks if student not in excluded]
        return known_students(only, students) or sorted(students)

    def write(self, students: Iterable[str]) -> Iterator[PageResult]:
        """Write each student's page; an error in one affects no other, but for a full disk."""
        for student in students:
            try:
                yield PageResult(student, self._write(student))
            except Exception as error:
                known = isinstance(error, AutograderError)
                text = f"no page written: {error}" if known else problem(error, "shown on its page")
                yield PageResult(student, problem=one_line(text, 300))

    def _write(self, student: str) -> bool:
        graded = self._folder(self._courses.autograded_directory, student)
        try:
            notebook = (graded / f"{self._assignment.id}.ipynb").read_bytes()
        except FileNotFoundError:
            raise GraderFault("it has no autograded notebook; run `autograder grade`") from None
        files = {f"{self._assignment.id}.html": self._page(student, read_cells(notebook), graded)}
        # nbgrader tells by them of which submission feedback is, and to whom it is released.
        files |= {n: (graded / n).read_bytes() for n in MARKS if (graded / n).is_file()}
        folder = self._folder(self._courses.feedback_directory, student)
        folder.mkdir(parents=True, exist_ok=True)
        existing = {file.name: file.read_bytes() for file in folder.iterdir() if file.name in files}
        changed = {n: data for n, data in files.items() if self._force or existing.get(n) != data}
        for name, data in changed.items():
            atomic_file.write(folder / name, data, atomic_file.AS_OTHERS, lasting=False)
        return bool(changed)

    def _folder(self, directory: str, student: str) -> Path:
        return Path(self._courses.format_path(directory, student, self._edition.id))

    def _page(self, student: str, cells: list[GradedCell], graded: Path) -> bytes:
        mark = self._sheet.marks.get(student)
        first = next((cell.verdict for cell in cells if cell.verdict), None)
        if mark is None or first is None:
            raise CourseError("it is not graded by this version; run `autograder grade` first")
        feedback = Feedback(
            assignment=self._assignment.title,
            language=self._edition.language,
            student=student,
            items=self._in_order([*self._items(cells, mark)]),
            repairs=first.repairs,
            penalty=mark.penalty,
            seconds_late=mark.seconds_late,
            untimed=Stamp.read(graded).unknown is not None,
            attempt=self._attempt or len(self._journal[student].attempts),
            help=self._help,
        )
        return html_page(feedback, clean_markdown).encode()

    def _in_order(self, items: list[Item]) -> tuple[Item, ...]:
        places = {part.id: place for place, part in enumerate(self._assignment.parts)}
        graded = [item for item in items if item.result]
        # A part may have been taken out of the assignment since it was graded.
        parts = iter(sorted(graded, key=lambda item: places.get(item.id, len(places))))
        return tuple(next(parts) if item.result else item for item in items)

    def _items(self, cells: list[GradedCell], mark: Recorded) -> Iterator[Item]:
        answers = {cell.grade_id: cell.text for cell in cells}
        titles = {part.id: part.title for part in self._assignment.manual}
        for cell in cells:
            name, verdict = cell.grade_id.removeprefix(TEST), cell.verdict
            if not cell.graded or name not in self._sheet.parts:
                continue
            score = mark.scores.get(name, Score())
            source = answers.get(name, "") if verdict else cell.text
            lines = verdict.lines if verdict and verdict.lines else Lines(source, 1)
            yield Item(
                id=name,
                title=verdict.part.title if verdict else titles.get(name, Text(name, name)),
                points=score.points or 0.0,
                max_points=self._sheet.parts[name],
                source=lines.source,
                first_line=lines.first,
                result=self._names.with_names(verdict.part) if verdict else None,
                number=verdict.number if verdict else 0,
                by_person=score.points if score.changed else None,
                comment=score.comment,
                waiting=score.open or (verdict is None and score.marked),
                outdated=score.changed and score.marked,
            )


def feedback_pages(
    where: CourseAssignment, students: Iterable[str], config: Config
) -> dict[str, Path]:
    courses = CourseDirectory(config=config)
    edition, name = where.edition.id, f"{where.assignment.id}.html"
    folder = partial(courses.format_path, courses.feedback_directory, assignment_id=edition)
    pages = {student: Path(folder(student), name) for student in students}
    return {student: page for student, page in pages.items() if page.is_file()}
