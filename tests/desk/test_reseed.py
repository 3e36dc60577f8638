"""Hidden numbers: anew all or nothing, refused where published; what goes on to the next year."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from shutil import copy, copytree
from types import SimpleNamespace
from typing import Any

import psutil
import pytest

from autograder.authoring.new_course import carry_over, to_reseed
from autograder.core.assignment import sets
from autograder.core.assignment.load import find
from autograder.core.assignment.sets import ACCEPTING
from autograder.grading.known_pairs import KnownPairs
from tests.courses import configure, contents, edit


@pytest.fixture(scope="module")
def made(tmp_path_factory, succeeds, repository) -> Path:
    """A course with a small assignment of its own; its folder of hidden suites."""
    course = tmp_path_factory.mktemp("reseed")
    copy(repository / "nbgrader_config.py", course)
    succeeds(course, "autograder", "new", "small")
    return course / "assignments/small/hidden"


def test_a_new_assignment_has_several_whole_sets_from_a_secret_salt(made):
    numbers = sets.read(made)
    assert not numbers.published and len(numbers.salt) >= 32
    assert len({number_set.references for number_set in numbers.sets}) == 8
    assert all(number_set.script for number_set in numbers.every)


@pytest.mark.slow
def test_two_mistakes_in_one_answer_are_learnt(made, tmp_path, succeeds):
    course = copytree(made.parents[2], tmp_path / "course")
    succeeds(course, "autograder", "learn", "small", "--pairs")
    learnt = KnownPairs.read(find(course, "small")[0]).parts
    assert ("Gain/added", "Gain/plain_tensor") in {pair.mistakes for pair in learnt["Gain"]}


@pytest.mark.parametrize(
    ("new", "said"),
    [("agree(module(case.x), case.gain)", "loses points in Gain: Gain/columns_are_scaled failed"),
     pytest.param("agree(module(case.y), case.scaled)", "the case Gain/few has no 'y'",
                  marks=pytest.mark.slow)],
)  # fmt: skip
def test_a_solution_that_its_checks_refuse_changes_nothing(made, run, new, said):
    suite, before = made / "test_Gain.py", (made / "sets.msgpack").read_bytes()
    old = "agree(module(case.x), case.scaled)"
    edit(suite, old, new)
    done = run(made.parents[2], "autograder", "reseed", "small", "--salt", "winter")
    edit(suite, new, old)
    assert done.returncode == 1
    assert said in done.stderr and "Traceback" not in done.stderr
    assert (made / "sets.msgpack").read_bytes() == before


def test_a_reseed_that_is_stopped_changes_nothing(made):
    """References and requests are of one salt."""
    command, status = [Path(sys.executable).with_name("autograder"), "reseed", "small"], 0
    while status == 0:
        # One that ends before the signal reaches it was not stopped.
        before = contents(made)
        process = subprocess.Popen(command, cwd=made.parents[2], stderr=subprocess.PIPE)
        assert b"drawing 8 sets" in process.stderr.readline()
        while process.poll() is None and not psutil.Process(process.pid).children():
            # Only what the solution is asked takes processes.
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        status = process.wait(timeout=600)
    assert contents(made) == before


MENDS = "`autograder reseed attention`"


@pytest.mark.parametrize("words", ["grade attention", "watch attention --once"])
def test_a_command_that_grades_names_the_one_that_mends_it(course, refused, words, monkeypatch):
    monkeypatch.delenv(ACCEPTING)
    error = refused(course, words)
    assert MENDS in error and "--accept-published-numbers" in error


def test_nbgraders_own_command_refuses_published_numbers(
    ready, solved, submit, scores, run, monkeypatch
):
    monkeypatch.delenv(ACCEPTING)
    submit(ready, "ada", solved.bytes())
    done = run(ready, "nbgrader", "autograde", "attention", "--create")
    assert done.returncode != 0 and MENDS in done.stderr + done.stdout
    # nbgrader's own road leaves rows without a score for whoever it could not grade.
    assert set(scores(ready).get("ada", {}).values()) <= {None}


@pytest.mark.slow
def test_init_draws_secret_numbers_of_its_own(tmp_path, succeeds, repository, monkeypatch):
    monkeypatch.delenv(ACCEPTING)
    succeeds(tmp_path, "autograder", "init", "course")
    course = tmp_path / "course"
    numbers = sets.read(course / "assignments/attention/hidden")
    published = sets.read(repository / "assignments/attention/hidden")
    assert not numbers.published
    assert len({number_set.references for number_set in (*numbers.sets, *published.sets)}) == 10
    released = (course / "release/attention/attention.ipynb").read_bytes()
    assert released == (repository / "release/attention/attention.ipynb").read_bytes()


CONFIG = """
c.CourseDirectory.root = {root!r}
c.Exchange.root = "{root}-exchange"
if c:
    c.CourseDirectory.db_url = (
        "postgresql://ada:secret@host/grades"
    )
c.LatePolicy.grace_minutes = 60
c.LtiPlatform.line_items = {{
    "attention": "https://lms.example.org/7",
}}
"""
STUDENTS = ("submitted/ada/attention/attention.ipynb", "autograded/ada/attention/attention.ipynb",
            "feedback/ada/attention/attention.html", "reports/attention.html", "grades.csv",
            ".autograder/reports/attention/x.json", "names of my class.txt")  # fmt: skip


def test_only_what_instructors_wrote_is_carried_over(ready, tmp_path):
    room, new = tmp_path / "room", tmp_path / "attention-2027"
    room.mkdir()
    for name in STUDENTS:
        (ready / name).parent.mkdir(parents=True, exist_ok=True)
        (ready / name).write_text("ada")
    file = ready / "nbgrader_config.py"
    text = f"# c.CourseDirectory.course_id = ''\f\n{file.read_text()}ROSTER = {[*'ada'] * 3000}\n"
    file.write_text(text, "utf-8-sig")
    configure(ready, CONFIG.format(root=str(ready)))
    (ready / "assignments/attention/hidden/names.json").write_text("{}")
    omitted = carry_over(ready, room, new)
    assert {path.name for path in room.iterdir()} == {"assignments", "source", "nbgrader_config.py"}
    assert {"submitted", "gradebook.db", "grades.csv", ".autograder"} <= set(omitted)
    assert (room / "assignments/attention/hidden/names.json").is_file()
    config = (room / "nbgrader_config.py").read_text()
    assert '\nc.CourseDirectory.course_id = "attention-2027"' in config
    assert f"root = {str(new)!r}" in config and f'"{ready}-exchange"' in config
    assert "db_url" not in config and "secret" not in config, "two years in one gradebook"
    compile(config, "nbgrader_config.py", "exec")
    assert "grace_minutes = 60" in config
    namespace: dict[str, Any] = {"c": SimpleNamespace(LtiPlatform=SimpleNamespace())}
    exec(config[config.rindex("c.LtiPlatform") :], namespace)
    assert namespace["c"].LtiPlatform.line_items == {}, "marks in last year's columns"


def test_what_was_released_or_is_secret_gets_new_numbers(ready):
    assert to_reseed(ready, ["attention"]) == ("attention",)
    assert to_reseed(ready, []) == ()
    hidden = find(ready, "gpt")[0].folder / "hidden"
    numbers = sets.read(hidden)
    sets.Sets("secret", False, numbers.sets, numbers.example).write(hidden)
    assert to_reseed(ready, []) == ("gpt",)


@pytest.mark.slow
def test_next_years_course_is_ready_and_has_other_numbers(made, tmp_path, printed, called):
    old, new = copytree(made.parents[2], tmp_path / "small-2026"), tmp_path / "small-2027"
    before = sets.read(old / "assignments/small/hidden")
    assert "The course is ready" in printed(old, f"next-year {new}")
    after = sets.read(new / "assignments/small/hidden")
    assert after.salt != before.salt and not after.published
    assert (new / "release/small/small.ipynb").is_file()
    assert json.loads((new / "source/small/small.ipynb").read_bytes())["cells"]
    printed(new, "simulate small --students 2")
    assert "total" in called(new, "grade small")[1]
