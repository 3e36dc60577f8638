"""The simulated class."""

import json
import random
import re
from collections import Counter

import pytest

from autograder.authoring.handwriting import HAN, in_own_hand
from autograder.authoring.make import cheats, solution_index
from autograder.authoring.simulate import SIMULATED, SimulatedClass
from autograder.notebook.read import read
from autograder.notebook.student_code import OwnLines
from autograder.report.classroom.similar import similarity
from tests.course.reports import lost

ROUNDS = 2


def test_every_attempt_at_cheating_is_as_frequent_as_any_other(assignment, released):
    """What takes long, because it sleeps or computes, is not there more often in one class."""
    size = ROUNDS * len(cheats(assignment))
    group = SimulatedClass(assignment, "en", released.bytes(), seed=1).students(size, ("cheating",))
    counts = Counter(next(iter(student.files.values())) for student in group)
    assert set(counts.values()) == {ROUNDS}


def test_the_same_seed_makes_the_same_class_and_another_one_another(assignment, released):
    def files(seed: int) -> list[dict[str, bytes]]:
        students = SimulatedClass(assignment, "en", released.bytes(), seed).students(10)
        return [student.files for student in students]

    assert files(1) == files(1) != files(2)
    assert SIMULATED.match("s10000-right")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_class_writes_in_its_language_and_nobody_like_another(assignment, released, language):
    simulated = SimulatedClass(assignment, language, released.bytes(), seed=1)
    kinds = ("right", "alternative", "mistaken")
    files = {one.id: next(iter(one.files.values())) for one in simulated.students(20, kinds)}
    code = OwnLines(assignment, read(released.bytes()))
    assert similarity({id_: code.forms(read(data)) for id_, data in files.items()}, {}).groups == ()
    for part in assignment.parts:
        notebooks = map(json.loads, files.values())
        cells = {"".join(o["cells"][solution_index(o, part.id)]["source"]) for o in notebooks}
        assert len(cells) == 20
        for source in cells:
            texts = [source] if language == "en" else re.findall(r"#.*", source)[:1]
            assert [bool(HAN.search(text)) for text in texts] == [language == "zh"], source


def test_who_writes_right_answers_in_another_hand_keeps_all_points(assignment, released, grader):
    right = ("right", "alternative", "alternative")
    for student in SimulatedClass(assignment, "en", released.bytes(), seed=3).students(9, right):
        report = grader.report(student.files[f"{assignment.id}.ipynb"], student.id)
        assert not lost(report), student.id


@pytest.mark.parametrize("source", ["def f(:\n", "print(locals())\n", "!pip list\n"])
def test_what_is_no_python_or_looks_at_itself_is_left_as_it_is(source):
    first, _, code = in_own_hand(source, random.Random(1), "en").partition("\n")
    assert first.startswith("# ") and code == source


def test_a_cell_magic_stays_the_first_line():
    assert in_own_hand("%%time\nx = 1\n", random.Random(1), "en") == "%%time\nx = 1\n"
