"""`autograder viva`: questions about each student's own code, for a short talk."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from autograder.cli import options
from autograder.cli.output import end_with, print_students, shown, write_file
from autograder.core.errors import CourseError
from autograder.course import CourseAssignment
from autograder.sandbox.host import warming

if TYPE_CHECKING:
    from autograder.viva.talk import Talk


def viva(
    assignment: options.Assignment,
    root: options.Course = options.HERE,
    student: options.Students = None,
    part: Annotated[str, typer.Option(help="Only this part.", show_default="any")] = "",
    questions: Annotated[int, typer.Option(min=1, max=6, help="Questions for each student.")] = 3,
    language: options.Language = None,
    jobs: options.Jobs = 0,
    weaker: options.Weaker = False,
) -> None:
    """Write questions about each student's own code in ASSIGNMENT, and their answers, to print.

    A sheet for each student and one for the examiner, in reports/ASSIGNMENT/viva. Each answer was
    found by running the code with example numbers; no mark changes.
    """
    where = CourseAssignment.find(root, assignment)
    part = where.assignment.part(part).id if part else ""
    notebooks, problems = where.submissions(student or (), partial(options.enrolled, where))
    with warming(where.assignment, accept_weaker=weaker) as host:
        # Only now: torch is imported here while the warm process imports it there.
        from autograder.grading.pool import grade_all, lanes
        from autograder.viva.talk import Examination, Talk

        examination = Examination(where, host, questions, part)
        with host:
            ready = grade_all(examination.examine, notebooks, jobs or lanes())
            results = list(shown("Asking")(ready, len(notebooks)))
    problems |= {result.student: result.problem for result in results if result.problem}
    good = sorted((result for result in results if not result.problem), key=lambda r: r.student)
    talks = [msgspec.msgpack.decode(result.evidence, type=Talk) for result in good]
    folder = where.root / "reports" / where.edition.id / "viva"
    speech = options.spoken(where, language)
    problems |= _write(folder, where, talks, speech, everybody=not student)
    print_students(
        f"fewer than {questions} questions whose answer is certain (ask by hand)",
        (talk.student for talk in talks if len(talk.questions) < questions),
    )
    print(f"sheets to print: {len(talks)}, in {folder}")
    end_with(problems)


def _write(
    folder: Path, where: CourseAssignment, talks: "list[Talk]", speech: str, *, everybody: bool
) -> dict[str, str]:
    from autograder.nbgrader_adapter.course_settings.gradebook import recorded
    from autograder.report.pages import rendered
    from autograder.viva.runs import phrase

    names = {student: row.name for student, row in recorded(where).items()}
    title = where.assignment.title.in_language(speech)
    values = {"title": title, "names": names, "w": phrase.words(speech)}
    problems = dict[str, str]()
    for reader, answers in (("students", False), ("examiner", True)):
        files = {f"{reader}/{talk.student}.html": [talk] for talk in talks}
        for name, chosen in (files | ({f"{reader}.html": talks} if everybody else {})).items():
            page = rendered("viva.html", speech, talks=chosen, answers=answers, **values)
            try:
                write_file(folder / name, page.encode("utf-8", "replace"))
            except CourseError as error:
                problems |= {talk.student: str(error) for talk in chosen}
    return problems
