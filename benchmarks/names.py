"""How many names an instructor has to write for a class, and how long feedback takes after one.

python -m benchmarks.names [--students 1000]

Every fifth mistake of the specimens is taken out of the catalogue. Two fifths of a simulated class
make one to four of them each, every second one in another hand (`authoring.handwriting`). Then the
largest group without a name is named, and the next one, until 90 % of the wrong answers have a
name; a name is wrong if it reaches an answer with another mistake, unless no check tells the two
apart.
"""

import argparse
import os
import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from autograder.authoring import catalogue
from autograder.authoring.handwriting import disguised
from autograder.authoring.make import NotebookBuilder, notebook_with
from autograder.authoring.specimens import Specimen, mistakes
from autograder.core.assignment.load import FINGERPRINTS
from autograder.core.assignment.plan import Assignment
from autograder.core.model import PartResult
from autograder.grading import course_names
from autograder.grading.course_names import CourseNames, GroupName, Words
from autograder.grading.naming import Catalogue
from autograder.notebook.build import source_notebook
from autograder.report.classroom.entries import class_entries
from autograder.report.classroom.unnamed import ClassGroups, groups
from benchmarks import measure
from benchmarks.classes import EDITION, Course, run, sign, simulated

EVERY = 5
SHARE = 0.9
WRONG, MOST = 0.4, 4
"""The share of students with mistakes, and the most that one of them makes."""
Answer = tuple[str, str]
"""A student and a part."""


class Class:
    """A simulated class without every fifth mistake in its catalogue, the mistake behind each wrong
    answer, and the whole catalogue.
    """

    def __init__(self, folder: Path, students: int) -> None:
        self.course = simulated(folder, students)
        assignment = self.course.where.assignment
        self.made = dict(_handed_in(self.course, assignment, random.Random(students)))
        self.known = Catalogue.read(assignment)
        out = frozenset(sorted({entry.mistake.id for entry in self.known.known})[::EVERY])
        print(f"{len(out)} mistakes taken out of the catalogue")
        cut = Catalogue(tuple(entry for entry in self.known.known if entry.mistake.id not in out))
        (assignment.folder / "hidden" / FINGERPRINTS).write_bytes(msgspec.msgpack.encode(cut))

    def results(self) -> dict[Answer, PartResult]:
        """Every wrong answer's result, with the names that there are now."""
        where = self.course.where
        entries = class_entries(where, where.submissions(), forms=False)
        pairs = ((e.student, part) for e in entries if e.report for part in e.report.parts)
        return {
            (student, part.id): part for student, part in pairs if (student, part.id) in self.made
        }

    def is_right(self, answer: Answer, told: str) -> bool:
        """Whether an answer's mistake is the one of this id, as far as any check can tell."""
        mistake = self.made[answer].id
        return told == mistake or catalogue.alike(self.known, mistake, told)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.names")
    parser.add_argument("--students", type=int, default=1000)
    students = parser.parse_args().students
    with tempfile.TemporaryDirectory(prefix="names-") as scratch:
        cohort = Class(Path(scratch) / "class", students)
        print(f"{students} students, {len(cohort.made)} wrong answers")
        print(f"graded in {measure.graded(cohort.course, jobs=0).seconds:.0f} s; load {_load()}")
        for line in (*_times(cohort), *_names(cohort)):
            print(line, flush=True)


def _handed_in(
    course: Course, assignment: Assignment, chance: random.Random
) -> Iterator[tuple[Answer, Specimen]]:
    """Who has made which mistake, each of them before any a second time."""
    solved = NotebookBuilder.of(source_notebook(assignment, "en"))
    pool: list[Specimen] = []
    for number, student in enumerate(course.harmless(round(WRONG * len(course.students)))):
        pool = pool or chance.sample(mistakes(assignment), len(mistakes(assignment)))
        chosen = {mistake.part: mistake for mistake in reversed(pool[-chance.randint(1, MOST) :])}
        pool = [mistake for mistake in pool if mistake not in chosen.values()]
        written = [disguised(mistake) if number % 2 else mistake for mistake in chosen.values()]
        course.notebook(student).write_bytes(notebook_with(solved, *written).bytes())
        sign(course.notebook(student), student)
        yield from (((student, part), mistake) for part, mistake in chosen.items())


def _times(found: Class) -> Iterator[str]:
    course = found.course
    for case in ("all pages", "nothing changed"):
        seconds = measure.timed(course, "autograder", "feedback", EDITION).seconds
        yield f"feedback, {case}: {seconds:.1f} s; load {_load()}"
    first = ClassGroups.gathered(course.where).unnamed[0]
    began = time.perf_counter()
    run(course.folder, "autograder", "name", EDITION, first.id,
        "--title-en", "a first name", "--question-en", "Which?")  # fmt: skip
    yield f"autograder name: {time.perf_counter() - began:.1f} s"
    before = time.time_ns()
    seconds = measure.timed(course, "autograder", "feedback", EDITION).seconds
    pages = course.folder.glob(f"feedback/*/{EDITION}/*.html")
    written = sum(page.stat().st_mtime_ns > before for page in pages)
    yield f"feedback after one name: {seconds:.1f} s, {written} pages written; load {_load()}"
    course_names.write(course.where.assignment, CourseNames())


def _load() -> str:
    return f"{os.getloadavg()[0]:.1f}"


def _names(found: Class) -> Iterator[str]:
    """Name the largest group until nearly all have a name."""
    results = found.results()
    reported = {
        answer: {m.id for c in part.checks for m in c.mistakes} for answer, part in results.items()
    }
    wrong = [(a, id_) for a, ids in reported.items() for id_ in ids if not found.is_right(a, id_)]
    named = {answer for answer, ids in reported.items() if ids}
    yield f"named by the catalogue: {len(named)} of {len(results)}, {len(wrong)} wrongly"
    unnamed = groups((s, part) for (s, _), part in results.items() if not reported[s, part.id])
    names, misled, needed, share = CourseNames(), 0, 0, len(named) / len(results)
    for number, group in enumerate(unnamed, 1):
        specimen = found.made[group.students[0], group.shown.id]
        title: Words = {"en": specimen.about["name"]}
        question: Words = {"en": specimen.about["question"]}
        new = GroupName(group.id, group.shown.id, title, question, group.likeness)
        names = course_names.named(names, new)
        reached = [a for a, part in results.items() if (own := names.of(part)) and own.id == new.id]
        misled += sum(not found.is_right(answer, specimen.id) for answer in reached)
        named |= set(reached)
        share = len(named) / len(results)
        if share >= SHARE and not needed:
            needed = number
            yield f"names written until {SHARE:.0%} are named: {needed} of {len(unnamed)} groups"
    yield f"with all groups named: {share:.1%}, {misled} answers named wrongly by a group's name"


if __name__ == "__main__":
    main()
