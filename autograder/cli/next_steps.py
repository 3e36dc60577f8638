"""What `autograder` says when nothing is asked of it: the next three steps in this folder."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from autograder.core.assignment.load import ASSIGNMENTS, edition_ids, find, known
from autograder.core.assignment.sets import read
from autograder.core.errors import CourseError
from autograder.course import CourseAssignment

Step = tuple[str, str]
"""A command, and what it is for."""
MADE_OF = ("*.py", "assignment.toml", "checks/*.py", "given/**/*", "pictures/*")
"""What students get of an assignment is made of these files."""


@dataclass(frozen=True)
class Progress:
    name: str
    built: bool
    released: bool
    submitted: int
    graded: int = 0
    returned: int = 0
    refused: int = 0
    without_total: int = 0
    outdated: bool = False
    """Whether the class page shows other totals than the gradebook."""
    old: bool = False
    """Whether the release is older than a file that it is made of."""
    unnamed: bool = True

    @property
    def said(self) -> str:
        if not self.submitted:
            where = "in release/, nothing handed in" if self.released else "not in release/"
            return f"{self.name}: {where}{'; its files are newer' if self.old else ''}."
        graded, open_ = self.graded or "none", self.without_total
        text = f"{self.name}: {self.submitted} handed in, {graded} graded as they are."
        text += f"\n{self.refused} cannot be graded as they lie there." if self.refused else ""
        text += f"\n{open_} have no total: a person has to look." if open_ else ""
        return text + ("\nTotals have changed since the class page." if self.outdated else "")


def progress(course: Path, name: str) -> Progress:
    submitted = len([*course.glob(f"submitted/*/{name}")])
    built, released = ((course / tree / name).is_dir() for tree in ("source", "release"))
    state = Progress(name, built, released, submitted, old=_is_old(course, name))
    # Without anything handed in nobody waits for nbgrader to be imported.
    return _as_recorded(course, state) if any((course / "submitted").glob("*/*")) else state


def _is_old(course: Path, name: str) -> bool:
    id_ = next(id_ for id_ in known(course) if name in (id_, f"{id_}-zh"))
    release, folder = course / "release" / name / f"{id_}.ipynb", course / ASSIGNMENTS / id_
    paths = (path for form in MADE_OF for path in folder.glob(form) if path.is_file())
    newest = max(path.stat().st_mtime for path in paths)
    return release.is_file() and newest > release.stat().st_mtime


def _as_recorded(course: Path, state: Progress) -> Progress:
    """By hand-ins, due dates and costs as they are now; nobody is graded where nobody can be."""
    from autograder.nbgrader_adapter.course_settings.settings import course_config
    from autograder.nbgrader_adapter.runs.class_run import ClassRun
    from autograder.nbgrader_adapter.runs.feedback_run import feedback_pages

    try:
        where, config = CourseAssignment.find(course, state.name), course_config(course)
        run = ClassRun(where, config)
        work = run.work(run.submissions())
    except CourseError:
        return state
    returned, rows = len(feedback_pages(where, work.done, config)), run.recorded()
    totals = {student: rows[student].total for student in work.done}
    graded, refused = len(work.done), len(work.problems)
    shown, unnamed = _class_page(course, state.name)
    without = [*totals.values()].count(None)
    old = any(shown.get(student, total) != total for student, total in totals.items())
    state = replace(state, submitted=graded + len(work) + refused, graded=graded, refused=refused)
    return replace(state, returned=returned, without_total=without, outdated=old, unnamed=unnamed)


def _class_page(course: Path, name: str) -> tuple[Mapping[str, float | None], bool]:
    try:
        figures = json.loads((course / "reports" / f"{name}.json").read_bytes())
        return {row["student"]: row["total"] for row in figures["rows"]}, bool(figures["unnamed"])
    except (OSError, ValueError, KeyError):
        # What is not there, or of an older version, is offered in any case.
        return {}, True


def next_steps(folder: Path) -> Iterator[str]:
    course = next(filter(known, (folder, *folder.parents)), folder)
    if course != folder:
        yield f"The course is {course}; nbgrader's own commands are run there.\n"
    lines = list[str]()
    if not known(course):
        text, steps = _outside(course)
    else:
        editions = [progress(course, name) for name in edition_ids(course)]
        # Where somebody waits for a mark, then where something was handed in, is old, or released.
        at = min(
            editions, key=lambda s: (s.graded == s.submitted, not s.submitted, -s.old - s.released)
        )
        lines += [s.said for s in editions if s is not at and (s.submitted or s.released)]
        text, steps = at.said, _handed_in(course, at) if at.submitted else _before(course, at)
    yield f"{text} Next:"
    for command, purpose in steps:
        yield f"\n  {command}\n      {purpose}"
    yield "\n".join(("", *lines, "All commands: autograder --help"))


def _outside(course: Path) -> tuple[str, tuple[Step, ...]]:
    running = (course / "nbgrader_config.py").is_file()
    kind = "a course without an assignment of ours" if running else "no course folder"
    adopt = (f"autograder adopt {'.' if running else 'COURSE'}", "add one to a running course")
    init = ("autograder init course", "make a course, with secret hidden numbers of its own")
    doctor = ("autograder doctor", "try on this machine what student code must not do")
    steps = (adopt, init, doctor) if running else (init, adopt, doctor)
    return f"This is {kind}: it has no assignments/.", steps


def _before(course: Path, at: Progress) -> tuple[Step, ...]:
    name = at.name
    if at.released and not at.old:
        return (
            *_secret(course, name),
            (f"autograder grade {name}", f"once notebooks are in submitted/STUDENT/{name}/"),
            (f"autograder watch {name}", "or: collect from the exchange, grade what arrives"),
            (f"autograder try NOTEBOOK --assignment {name}", "grade any notebook, record nothing"),
        )[:3]
    due = f'nbgrader db assignment add {name} --duedate "2026-03-01 12:00:00 UTC"'
    build = ((f"autograder build {name}", f"make source/{name}"),)
    force, first = (" --force", ()) if at.old else ("", ((due, "say when it is due"),))
    return (
        *(build if at.old or not at.built else ()),
        (f"nbgrader generate_assignment {name}{force}", f"make release/{name}, what students get"),
        *first,
        (f"autograder audit {name}", "see what its hidden suites catch and accept"),
    )[:3]


def _secret(course: Path, name: str) -> tuple[Step, ...]:
    assignment, _ = find(course, name)
    step = (f"autograder reseed {assignment.id}", "draw secret hidden numbers: these are published")
    return (step,) if read(assignment.folder / "hidden").published else ()


def _handed_in(course: Path, at: Progress) -> tuple[Step, ...]:
    name = at.name
    waiting, open_ = at.submitted - at.graded - at.refused, at.without_total > 0
    export = "it scores who has no total" if open_ else "after a new due date or cost: grade first"
    steps = (
        *((waiting > 0, step) for step in _secret(course, name)),
        (waiting > 0,
         (f"autograder grade {name}", f"grade the {waiting} that wait, or say why they cannot be")),
        (waiting == 0 < at.refused, (f"autograder grade {name}", "says why who is not graded")),
        (at.outdated or at.returned < (at.graded or waiting),
         (f"autograder feedback {name}", "a page for each student")),
        (open_ or at.outdated or not (course / "reports" / f"{name}.html").exists(),
         (f"autograder report {name}", f"the class on one page: reports/{name}.html")),
        (True, ("nbgrader export", f"grades.csv; {export}")),
        (at.unnamed, (f"autograder clusters {name}", "wrong answers that have no name yet")),
        (True, (f"autograder viva {name}", "questions to each student about their own code")),
    )  # fmt: skip
    return tuple(step for needed, step in steps if needed)[:3]
