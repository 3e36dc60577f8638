"""What an instructor does wrong on the first day is said in one sentence, with what to do."""

import pytest
import typer

from autograder.authoring.new_course import making, new_course
from autograder.cli.output import end_with
from autograder.core.errors import AutograderError
from autograder.report.lms.grade_files import moodle_table
from autograder.report.lms.sheets import LmsStudent, Recorded, Score, Sheet
from tests.courses import ROOT


@pytest.mark.parametrize(
    "command",
    [
        "grade attention", "audit attention", "doctor .", "try a.ipynb", "extend ada 3",
        "passback attention --dry-run", "roster r",
    ],
)  # fmt: skip
def test_a_folder_without_assignments_is_no_course_folder(tmp_path, refused, solved, command):
    (tmp_path / "r").write_text("id\nada\n")
    (tmp_path / "a.ipynb").write_bytes(solved.bytes())
    said = refused(tmp_path, command)
    assert f"{tmp_path} is no course folder" in said
    assert all(word in said for word in ("--course", "autograder init DIR", "autograder adopt DIR"))
    assert {path.name for path in tmp_path.iterdir()} == {"r", "a.ipynb"}


def test_a_course_that_has_not_adopted_us_is_told_how(tmp_path, refused):
    (tmp_path / "nbgrader_config.py").write_text("c = get_config()\n")
    said = refused(tmp_path, "grade attention")
    assert "is no course folder" not in said and f"`autograder adopt {tmp_path}`" in said


REFUSED = [
    ("course", "grade attention", "no submissions"),
    ("ready", "feedback attention", "run `autograder grade attention`"),
    ("tmp_path", "init course --assignment week-2 --accept-published-numbers",
     "the package brings no 'week-2', but attention, "),
    ("tmp_path", "new week-2", "autograder init"),
    ("tmp_path", "next-year new", "is no course folder"),
]  # fmt: skip


@pytest.mark.parametrize(("where", "command", "said"), REFUSED)
def test_what_cannot_be_done_is_one_sentence_and_leaves_nothing(
    request, refused, where, command, said
):
    folder = request.getfixturevalue(where)
    there = {path.name for path in folder.iterdir()}
    assert said in refused(folder, command)
    assert {path.name for path in folder.iterdir()} - {".autograder"} == there - {".autograder"}


def test_nobody_is_made_up_beside_real_students(course, printed, refused):
    (course / "submitted/.ipynb_checkpoints").mkdir(parents=True)
    (course / "submitted/ada/attention").mkdir(parents=True)
    said = refused(course, "simulate attention --students 1")
    assert "holds the work of ada" in said
    assert "`autograder next-year ../trial`" in said
    (course / "submitted/ada").rename(course / "ada")
    specimens = "assignments/attention/specimens"
    (course / specimens).symlink_to(ROOT / specimens)
    printed(course, "simulate attention --students 1")


def test_a_student_whom_the_gradebook_did_not_know_is_told(ready, printed, submit, solved):
    """Whose folder is misspelt would be a new student, and nobody would know."""
    submit(ready, "ada", solved.bytes())
    assert "new in the gradebook" not in printed(ready, "grade attention")
    submit(ready, "adda", solved.bytes())
    shown = printed(ready, "grade attention")
    assert "new in the gradebook (a misspelt folder becomes a student, too): adda\n" in shown


def test_why_somebody_is_not_graded_is_said_once(ready, called, submit):
    submit(ready, "ada", b"{torn")
    code, shown, errors = called(ready, "grade attention")
    assert (code, (shown + errors).count("ada: unreadable")) == (1, 1)
    assert "is damaged or no notebook" in errors


def test_a_course_that_was_interrupted_leaves_nothing(tmp_path):
    with pytest.raises(KeyboardInterrupt), making(tmp_path / "course") as room:
        new_course(room, "course")
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []


def test_a_course_is_its_owners_alone_and_releases_one_edition_unless_others_are_named(
    tmp_path, printed
):
    """What nobody does is a column of zeros in every export. An empty folder becomes the course:
    perhaps somebody stands in it."""
    course, init = tmp_path / "course", "init {} --accept-published-numbers"
    course.mkdir()
    before = course.stat().st_ino
    shown = printed(tmp_path, init.format("course"))
    assert course.stat().st_ino == before and [*tmp_path.iterdir()] == [course]
    assert [path.name for path in (course / "release").iterdir()] == ["attention"]
    # Numbers are proven with what is released.
    assert shown.index("generate_assignment NAME") < shown.index("reseed NAME")
    assert "Not released yet: gpt" in shown and "within another course" not in shown
    shown = printed(course, init.format("a+b --assignment gpt-zh"))
    assert f"It lies within another course, {course}." in shown
    assert [path.name for path in (course / "a+b/release").iterdir()] == ["gpt-zh"]
    assert "Not released yet: attention-zh, long-contexts-zh." in shown
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


def test_a_moodle_file_that_would_be_its_header_alone_is_refused():
    """The default identifier is the address, and a class that came from folders has none."""
    ada = LmsStudent("ada")
    sheet = Sheet("attention", {"p": 1.0}, {"ada": Recorded(scores={"p": Score(1.0)})})
    with pytest.raises(AutograderError, match=r"MoodleExporter\.identifier = 'id'"):
        moodle_table([ada], [sheet], "email", {})
    assert len(moodle_table([ada], [sheet], "id", {}).rows) == 2
