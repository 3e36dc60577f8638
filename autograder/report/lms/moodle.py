"""The file that Moodle's grade import takes (Grades > Import > CSV file).

A teacher maps the first column to the user and each other column to a grade item or its feedback.
One row that Moodle cannot map ends the whole import.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from autograder.core.errors import ExportRefused
from autograder.report.lms.csv_cells import identifier, number, text
from autograder.report.lms.sheets import LmsStudent, Mark, Sheet, Table, named, repeated

HEADERS = {"email": "Email address", "id": "Username", "lms_user_id": "ID number"}
NO_GRADE = "-"
MAX_GRADE = 100


@dataclass(frozen=True)
class Moodle:
    """How Moodle knows the students ("email", "id" or "lms_user_id") and the grade items."""

    identifier: str = "email"
    titles: Mapping[str, str] = field(default_factory=dict)

    def table(self, students: Sequence[LmsStudent], sheets: Sequence[Sheet]) -> Table:
        """A row for each student with a grade.

        Raises:
            ExportRefused: two students have the same identifier, or two columns the same name;
                or nobody has one, and the file would be its header alone.
        """
        titles = [text(self.titles.get(sheet.assignment, sheet.assignment)) for sheet in sheets]
        if twice := repeated(titles):
            raise ExportRefused(
                f"two assignments would have the column {twice!r}; set MoodleExporter.titles"
            )
        header = [column for title in titles for column in (title, f"{title} (feedback)")]
        graded = [s for s in students if any(_total(sheet, s) is not None for sheet in sheets)]
        # Moodle gives the grade of a row without identifier to the student of the row before.
        known = [student for student in graded if self._identifier(student)]
        if graded and not known:
            raise ExportRefused(
                f"no student with a grade has an {self._header!r} in the gradebook: set"
                " c.MoodleExporter.identifier = 'id' to write usernames, or enter the class list"
                " with `autograder roster`"
            )
        if twice := repeated(map(self._identifier, known)):
            raise ExportRefused(f"two students have the {self._header} {twice!r}; correct it")
        rows = [self._row(student, sheets) for student in known]
        return Table(
            ((self._header, "First name", "Last name", *header), *rows),
            tuple(self._notes(graded, sheets)),
        )

    @property
    def _header(self) -> str:
        return HEADERS[self.identifier]

    def _identifier(self, student: LmsStudent) -> str:
        return identifier(str(getattr(student, self.identifier)))

    def _row(self, student: LmsStudent, sheets: Sequence[Sheet]) -> tuple[str, ...]:
        cells = [self._identifier(student), text(student.first_name), text(student.last_name)]
        for sheet in sheets:
            total = _total(sheet, student)
            cells.append(number(total, absent=NO_GRADE))
            cells.append("" if total is None else _feedback(sheet, sheet.marks[student.id]))
        return tuple(cells)

    def _notes(self, graded: Sequence[LmsStudent], sheets: Sequence[Sheet]) -> Iterable[str]:
        unknown = [student for student in graded if not self._identifier(student)]
        if unknown:
            yield f"left out, for want of an {self._header!r} in the gradebook: {named(unknown)}"
        above = [s for s in graded if any((_total(t, s) or 0) > MAX_GRADE for t in sheets)]
        if above:
            yield f"above {MAX_GRADE}, which Moodle refuses as it is delivered: {named(above)}"


def _total(sheet: Sheet, student: LmsStudent) -> float | None:
    mark = sheet.marks.get(student.id)
    return mark.total if mark else None


def _feedback(sheet: Sheet, mark: Mark) -> str:
    said = [f"{part} {mark.parts[part].points:g}/{sheet.parts[part]:g}" for part in sheet.parts]
    if mark.late_penalty:
        said.append(f"late penalty {mark.late_penalty:g}")
    said += [
        f"{part}: {mark.parts[part].comment}" for part in sheet.parts if mark.parts[part].comment
    ]
    return text("; ".join(said))
