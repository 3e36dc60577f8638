"""The help, the next three steps, and one sentence of what is done wrong on the first day."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import typer
from typer.main import get_command

from autograder import __version__
from autograder.authoring.new_course import making, new_course
from autograder.cli.app import app
from autograder.cli.output import end_with
from autograder.nbgrader_adapter.course_settings.database import open_gradebook
from tests.courses import ROOT, contents

COMMANDS = get_command(app).commands


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_in_a_group_and_has_an_example_that_is_understood(name):
    command = COMMANDS[name]
    assert command.rich_help_panel
    assert command.help and command.help.endswith(".")
    assert f"{command.epilog} ".startswith(f"Example: autograder {name} ")
    words = command.epilog.removeprefix("Example: ")
    command.make_context(name, shlex.split(words)[2:])


def test_the_tab_key_completes_the_editions_of_this_course(course):
    program = Path(sys.executable).parent / "autograder"
    words = {"COMP_WORDS": "autograder grade a", "COMP_CWORD": "2"}
    env = {**os.environ, **words, "_AUTOGRADER_COMPLETE": "complete_bash"}
    done = subprocess.run([program], cwd=course, env=env, capture_output=True, text=True)
    assert done.stdout.split() == ["attention", "attention-zh"]


def test_the_help_names_the_groups(tmp_path, printed):
    """And shows a flag without a value."""
    output = printed(tmp_path, "--help")
    groups = ("Instructors: start", "Instructors: grade", "Authors: write", "Administrators: run")
    assert all(words in output for words in (*groups, "nbgrader --help"))
    for text in (output, printed(tmp_path, "grade --help")):
        assert "--help " in text and "bool" not in text.lower()


def test_the_version_is_that_of_the_package(tmp_path, printed):
    assert printed(tmp_path, "--version") == f"autograder {__version__}\n"
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\nversion: {__version__}\n" in citation


def test_what_is_given_in_the_other_way_is_told_the_right_one(tmp_path, called):
    assert "a student is named by --student" in called(tmp_path, "grade attention ada")[2]
    _, _, errors = called(tmp_path, "explain attention ada --part causal_mask")
    assert "No such option: --part; it is given without --part" in errors
    assert "No such option: -1; days: " in called(tmp_path, "extend ada -1")[2]
    assert "-1 is not in the range" in called(tmp_path, "grade attention --jobs -1")[2]


@pytest.fixture
def steps(called) -> Callable[[Path], list[str]]:
    """The commands that are shown; each of ours is a command, and no line is cut at 80 columns."""

    def shown(folder: Path) -> list[str]:
        code, output, errors = called(folder, "")
        assert (code, errors) == (0, "")
        assert max(map(len, output.splitlines())) < 80
        commands = re.findall(r"^  (\S.*)$", output, re.MULTILINE)
        ours = {words.split()[1] for words in commands if words.startswith("autograder")}
        assert ours <= set(COMMANDS)
        assert len(commands) == 3
        return [" ".join(words.split()[:2]) for words in commands]

    return shown


def test_outside_a_course_it_is_how_to_get_one_and_in_nbgraders_how_to_add_one(tmp_path, steps):
    assert steps(tmp_path)[0] == "autograder init"
    (tmp_path / "nbgrader_config.py").touch()
    assert steps(tmp_path)[0] == "autograder adopt"


def test_inside_a_course_it_is_where_the_course_is(bare, printed):
    (bare / "submitted").mkdir()
    output = printed(bare / "submitted", "")
    assert f"The course is {bare};" in output and "autograder build attention" in output


WEEK = {
    "nothing": ((), ["autograder build"]),
    "a notebook": (["source/attention/"], ["nbgrader generate_assignment", "nbgrader db"]),
    # Published numbers would be refused.
    "a release": (["release/attention/"], ["autograder reseed", "autograder grade"]),
    "who waits": (["submitted/ada/attention/"],
                  ["autograder reseed", "autograder grade", "autograder feedback"]),
}  # fmt: skip


@pytest.mark.parametrize(("there", "first"), WEEK.values(), ids=WEEK)
def test_what_is_there_says_what_comes_next(bare, steps, there, first):
    for name in there:
        (bare / name).parent.mkdir(parents=True, exist_ok=True)
        (bare / name).mkdir() if name.endswith("/") else (bare / name).touch()
    assert steps(bare)[: len(first)] == first


def test_the_edition_in_which_somebody_waits_comes_first(bare, printed):
    for folder in ("release/attention", "submitted/ada/attention-zh"):
        (bare / folder).mkdir(parents=True)
    output = printed(bare, "")
    assert output.startswith("attention-zh: 1 handed in")
    assert "\nattention: in release/, nothing handed in.\n" in output, "the others come behind it"


def test_a_release_that_is_older_than_its_files_is_made_anew(course, steps):
    """The lock of an editor that has one open is none of them."""
    (course / "assignments/attention/.#lesson.py").symlink_to("ada@desk.17:1")
    os.utime(course / "release/attention/attention.ipynb", (0, 0))
    build, generate, audit = steps(course)
    assert (build, generate) == ("autograder build", "nbgrader generate_assignment")
    assert audit == "autograder audit"


@pytest.fixture
def bare(tmp_path) -> Path:
    (tmp_path / "assignments").symlink_to(ROOT / "assignments")
    return tmp_path


@pytest.mark.parametrize(
    "command",
    ["grade attention", "doctor .", "try a.ipynb", "extend ada 3", "passback x", "roster r"],
)
def test_a_folder_without_assignments_is_no_course_folder(tmp_path, refused, solved, command):
    (tmp_path / "r").write_text("id\nada\n")
    (tmp_path / "a.ipynb").write_bytes(solved.bytes())
    text = refused(tmp_path, command)
    assert f"{tmp_path} is no course folder" in text
    assert all(word in text for word in ("--course", "autograder init DIR", "autograder adopt DIR"))
    assert {path.name for path in tmp_path.iterdir()} == {"r", "a.ipynb"}


OWN_NAMES = "echo 'c.CourseDirectory.submitted_directory = \"in\"' >> nbgrader_config.py"
OTHERS = "echo 'c = get_config()' > nbgrader_config.py"
MADE_UP = "init course --assignment week-2 --accept-published-numbers"
WEEK_2 = "touch nbgrader_config.py; mkdir -p assignments"
REFUSED = {
    "nothing to grade": ("course", "", "grade attention", "no submissions"),
    "nothing graded": ("ready", "", "feedback attention", "run `autograder grade attention`"),
    "no class page": ("course", "mkdir submitted; cp -r release submitted/ada", "report attention",
                      "none of the 1 students of attention is graded"),
    "not adopted yet": ("tmp_path", OTHERS, "grade attention", "`autograder adopt /"),
    "a page in the figures' place": (
        "course", "", "report attention --out marks.csv", "name the page, as .html"
    ),
    "a page without a name": ("course", "", "report attention --out .", "name the page, as .html"),
    "no name": ("course", "echo c.x = y >> nbgrader_config.py", "extend", "config.py, line "),
    "a pattern": ("tmp_path", "", "init w[1]", "give its folders names without ["),
    "nothing to bring": ("tmp_path", "", MADE_UP, "the package brings no 'week-2', but att"),
    "new in no course": ("tmp_path", "", "new week-2", "autograder init"),
    "next year of no course": ("tmp_path", "", "next-year new", "is no course folder"),
    "another's source": ("tmp_path", f"{WEEK_2} source/w2", "new w2", "source/w2 is there already"),
    "another's release": ("tmp_path", f"{WEEK_2} release/w2-zh", "new w2", "release/w2-zh is"),
    "no course to adopt": ("tmp_path", "", "adopt --write", "is no nbgrader course"),
    "such a folder": ("before", "mkdir release/attention", "adopt --write", "is there already"),
    "folders of its own": ("before", OWN_NAMES, "adopt --write", "nbgrader's own names"),
    "nothing to undo": ("before", "", "adopt --undo --write", "nothing was added by `autograder"),
    "undoing one": ("adopted", "", "adopt --undo --assignment attention", "takes out everything"),
    "added before": ("adopted", "", "adopt --write", "`autograder adopt` has added it"),
    "grading another's": ("adopted", "", "grade ps1", "`nbgrader autograde ps1`"),
}  # fmt: skip


@pytest.mark.parametrize(("where", "first", "command", "said"), REFUSED.values(), ids=REFUSED)
def test_a_refusal_is_a_sentence_and_changes_nothing(request, refused, where, first, command, said):
    folder = request.getfixturevalue(where)
    subprocess.run(["sh", "-ec", first], cwd=folder, check=True)
    files = contents(folder) | {".autograder": b""}
    assert said in refused(folder, command)
    assert contents(folder) | {".autograder": b""} == files


def test_nobody_is_made_up_beside_real_students(course, printed, refused):
    (course / "submitted/.ipynb_checkpoints").mkdir(parents=True)
    (course / "submitted/ada/attention").mkdir(parents=True)
    text = refused(course, "simulate attention --students 1")
    assert "holds the work of ada" in text
    assert "`autograder next-year ../trial`" in text
    (course / "submitted/ada").rename(course / "ada")
    specimens = "assignments/attention/specimens"
    (course / specimens).symlink_to(ROOT / specimens)
    printed(course, "simulate attention --students 1")


def test_a_student_whom_the_gradebook_did_not_know_is_told(ready, printed, submit, solved):
    """Whose folder is misspelt would be a new student, and nobody would know."""
    with open_gradebook(ready) as book:
        book.add_student("ada")
    for student in ("ada", "adda"):
        submit(ready, student, solved.bytes())
    output = printed(ready, "grade attention")
    assert "new in the gradebook (a misspelt folder becomes a student, too): adda\n" in output


def test_why_somebody_is_not_graded_is_said_once(ready, called, submit):
    submit(ready, "ada", b"{torn")
    code, output, errors = called(ready, "grade attention")
    assert (code, (output + errors).count("ada: unreadable")) == (1, 1)
    assert "is damaged or no notebook" in errors


def test_a_course_that_was_interrupted_leaves_nothing(tmp_path):
    with pytest.raises(KeyboardInterrupt), making(tmp_path / "course") as room:
        new_course(room, "course")
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []


def test_a_course_is_its_owners_alone_and_releases_one_edition_unless_told(tmp_path, printed):
    """No export has a column of zeros. An empty folder becomes the course: one may stand in it."""
    course, init = tmp_path / "course", "init {} --accept-published-numbers"
    course.mkdir()
    before = course.stat().st_ino
    output = printed(tmp_path, init.format("course"))
    assert course.stat().st_ino == before and [*tmp_path.iterdir()] == [course]
    assert [path.name for path in (course / "release").iterdir()] == ["attention"]
    # Numbers are proven with what is released.
    assert output.index("generate_assignment NAME") < output.index("reseed NAME")
    assert "Not released yet: gpt" in output and "within another course" not in output
    output = printed(course, init.format("a+b --assignment gpt-zh"))
    assert f"It lies within another course, {course}." in output
    assert [path.name for path in (course / "a+b/release").iterdir()] == ["gpt-zh"]
    assert "Not released yet: attention-zh, long-contexts-zh." in output
    assert (course / "a+b").stat().st_mode & 0o077 == 0
    assert 'course_id = "a-b"' in (course / "a+b/nbgrader_config.py").read_text("utf-8")


def test_a_problem_that_many_have_is_said_once_whole_and_names_them_all(capsys):
    """A typo in a hidden check is everybody's; what to do stands at the end of the line."""
    fault = "grader's fault: NameError in test_causal_mask.py"
    long = f"unreadable:\n{'holds different notebooks, ' * 20}leave the one that counts"
    with pytest.raises(typer.Exit):
        end_with({"eve": fault, "ada": fault, "bob": long})
    lines = capsys.readouterr().err.splitlines()
    assert lines == [f"ada, eve: {fault}", f"bob: {long}".replace("\n", " ")]
