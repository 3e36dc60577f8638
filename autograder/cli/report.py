"""`autograder report` and `feedback`: pages for the instructor and for every student."""

import os
import sys
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Annotated
from urllib.parse import quote

import typer

from autograder.cli.options import HERE, Assignment, Course, Language, Students, spoken
from autograder.cli.output import end_with, shown, write_file
from autograder.core.errors import CourseError
from autograder.course import CourseAssignment
from autograder.notebook.submission import Submission

UNRECORDED = "not in the gradebook: points of checks alone; run `autograder grade {}`"


def report(
    assignment: Assignment,
    root: Course = HERE,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", help="The page's file.", show_default="reports/ASSIGNMENT.html"
        ),
    ] = None,
    language: Language = None,
) -> None:
    """Write the class report of ASSIGNMENT as one HTML page, with CSV and JSON files beside it."""
    from autograder.cli.class_tables import print_last_run
    from autograder.grading.history import History
    from autograder.report.classroom.entries import class_entries, with_recorded
    from autograder.report.classroom.figures import csv_text, figures, json_bytes
    from autograder.report.classroom.page import html_page
    from autograder.report.classroom.unnamed import ClassGroups

    if out and (out.is_dir() or out.suffix in (".csv", ".json")):
        raise CourseError(f"{out} is a folder or a file beside the page; name the page, as .html")
    where = CourseAssignment.find(root, assignment)
    edition, handed_in = where.edition, where.submissions()
    loaded = class_entries(where, handed_in)
    groups = ClassGroups(where, loaded)
    unnamed = groups.shown(groups.unnamed)
    from autograder.nbgrader_adapter.course_settings.gradebook import recorded_beside
    from autograder.nbgrader_adapter.course_settings.settings import course_config, share_folders
    from autograder.nbgrader_adapter.runs.feedback_run import feedback_pages

    # Once: with it nbgrader_config.py looks through submitted/.
    config = course_config(root)
    share_folders(root, config)
    recorded = recorded_beside(where, config)
    feedback = feedback_pages(where, handed_in.submissions, config)
    last_run = History(root, edition).last_run()
    entries = with_recorded(loaded, recorded)
    summary = figures(where.assignment, entries, edition.id, unnamed, last_run)
    is_recorded = any(row.scores for row in recorded.values())
    if not summary.graded:
        when = "by this version" if is_recorded else "yet"
        raise CourseError(
            f"none of the {summary.students} students of {edition.id} is graded {when}; "
            f"run `autograder grade {edition.id}`"
        )
    # In another language it is another page: neither takes the place of the other.
    speech = spoken(where, language)
    name = edition.id if speech == edition.language else f"{edition.id}.{speech}"
    page = out or root / "reports" / f"{name}.html"
    csv, json = page.with_suffix(".csv"), page.with_suffix(".json")
    names, links = (csv.name, json.name), _links(page, handed_in.submissions, feedback)
    written = datetime.now().astimezone().strftime("%Y-%m-%d %H:%M %Z")
    write_file(page, html_page(summary, speech, written, names, links).encode())
    write_file(csv, csv_text(summary).encode())
    write_file(json, json_bytes(summary))
    print_last_run(last_run, where.assignment, speech)
    if not is_recorded:
        print(UNRECORDED.format(edition.id), file=sys.stderr)
    waits = f", {len(summary.waiting)} of them without a total" if summary.waiting else ""
    graded = f"{summary.graded} of {summary.students} students graded{waits}"
    print(f"{graded}: {page} ({', '.join(names)} beside)")


def _links(
    page: Path, handed_in: Mapping[str, Submission], feedback: Mapping[str, Path]
) -> dict[str, dict[str, str]]:
    """By student what there is to open, as addresses that begin at the page's folder."""
    notebooks = {name: submission.found.path for name, submission in handed_in.items()}
    links: dict[str, dict[str, str]] = {}
    for kind, paths in (("feedback", feedback), ("submission", notebooks)):
        for student, path in paths.items():
            # With ./ in front a name with a colon is not taken for a scheme.
            relative = os.path.relpath(path, page.resolve().parent)
            links.setdefault(student, {})[kind] = f"./{quote(os.fsencode(relative))}"
    return links


def feedback(
    assignment: Assignment,
    root: Course = HERE,
    student: Students = None,
    force: Annotated[bool, typer.Option("--force", help="Write unchanged pages too.")] = False,
) -> None:
    """Write a feedback page for every graded student of ASSIGNMENT.

    The pages are those of `nbgrader generate_feedback`, in its place: release them with
    `nbgrader release_feedback`.
    """
    from autograder.nbgrader_adapter.runs.feedback_run import FeedbackRun

    run = FeedbackRun(CourseAssignment.find(root, assignment), force=force)
    chosen = run.chosen(student or ())
    if not chosen:
        raise CourseError(f"nobody is graded yet; run `autograder grade {assignment}`")
    results = list(shown("Writing feedback")(run.write(chosen), len(chosen)))
    problems = {result.student: result.problem for result in results if result.problem}
    written = sum(result.written for result in results)
    print(f"pages written: {written}, as before: {len(results) - written - len(problems)}")
    end_with(problems)
