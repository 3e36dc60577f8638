"""`autograder try` and `autograder explain`, as an instructor calls them."""

import json
import re
import shutil
from pathlib import Path

import pytest
from gradebooks import override, submission
from hostile import DIGITS
from judged import said
from rich.cells import cell_len

from autograder.authoring.make import notebook_with
from autograder.authoring.specimens import mistakes
from autograder.cli.evidence_view import sent_in_short
from autograder.cli.explained import Explained
from autograder.core import model
from autograder.core.assignment.load import find
from autograder.core.errors import CourseError
from autograder.core.model import CheckResult, Mistake, Outcome, PartResult, Report, Text
from autograder.grading.evidence import Evidence
from autograder.grading.report_cache import ReportCache
from autograder.nbgrader_adapter.course_settings.database import open_gradebook
from autograder.notebook.damaged import TORN
from autograder.notebook.read import Code
from autograder.notebook.submission import Submission
from autograder.wire import messages
from autograder.wire.values import TensorData
from tests.cells import below
from tests.courses import ROOT, contents

SPOOF = r"def causal_mask(n): raise ValueError('\x1b[2J\x1b]0;title\x07no\n  ✓ passed: everything')"
TRANSPOSED = "def causal_mask(n):\n    return torch.ones(n, n).tril(-1).bool()\n"
STOPS = "@cached\ndef causal_mask(n):\n    return torch.ones(n).bool()\n"
LIBRARY = """
def causal_mask(n):
    nn.functional.scaled_dot_product_attention(*[torch.zeros(1, n, 2)] * 3)
    return torch.ones(n, n).triu(1).bool()
"""
EXITS = "import os\n\ndef causal_mask(n):\n    os._exit(0)\n"


@pytest.fixture(scope="module")
def classroom(tmp_path_factory, new_course, solved, submit, grader) -> Path:
    """A class of three in a course folder, whose reports and evidence are kept."""
    course: Path = new_course(tmp_path_factory.mktemp("desk") / "course")
    assignment, edition = find(course, "attention")
    released = (course / "release/attention/attention.ipynb").read_bytes()
    cache = ReportCache(course, assignment, edition, released)
    answers = {"ada": TRANSPOSED, "bob": SPOOF, "eve": EXITS, "fay": STOPS, "lib": LIBRARY}
    notebooks = {name: solved.answered({"causal_mask": code}) for name, code in answers.items()}
    # A known mistake in every part.
    first = {mistake.part: mistake for mistake in reversed(mistakes(find(ROOT, "attention")[0]))}
    notebooks["all"] = notebook_with(solved, *first.values())
    for student, notebook in notebooks.items():
        submission = Submission.of(student, notebook.bytes())
        submit(course, student, submission.data)
        examined = grader.examine(submission)
        cache.put(submission, examined.report, examined.evidence)
    return course


def test_try_tells_machines_the_same_and_records_nothing(classroom, solved, printed, tmp_path):
    before = contents(classroom)
    file = tmp_path / "anything.ipynb"
    file.write_bytes(solved.answered({"causal_mask": TRANSPOSED}).bytes())
    shown = printed(classroom, f"try {file} --assignment attention")
    assert all(words in shown for words in ("✗ This looks like: ", "Think about: ", "total: "))
    report = json.loads(printed(classroom, f"try {file} --assignment attention --json"))
    assert {part["id"]: part["points"] for part in report["parts"]}["causal_mask"] < 4
    # Letters in no language, some of which a terminal obeys.
    assert report["forms"] is None
    assert contents(classroom) == before


def test_try_speaks_the_editions_language_or_one_not_released(classroom, tmp_path, printed):
    file = classroom / "submitted/ada/attention/attention.ipynb"
    course = shutil.copytree(classroom, tmp_path / "course")
    shutil.rmtree(course / "release/attention-zh")
    for folder, words in ((classroom, "--assignment attention-zh"), (course, "--language zh")):
        shown = printed(folder, f"try {file} {words}")
        assert "这看起来像是：" in shown and "looks like" not in shown


def test_the_folder_says_whose_notebook_it_is_also_behind_a_link(course, refused, monkeypatch):
    def of(student: str, _: bytes) -> Submission:
        raise CourseError(f"it is {student}'s")

    monkeypatch.setattr("autograder.cli.one_notebook.Submission.of", of)
    (course / "disk/ada").mkdir(parents=True)
    (course / "submitted").symlink_to("disk")
    shutil.copy(course / "release/attention/attention.ipynb", course / "submitted/ada")
    assert "it is ada's" in refused(course, "try submitted/ada/attention.ipynb")


def check(outcome: Outcome = Outcome.FAILED, **more: object) -> CheckResult:
    return CheckResult("one/v", said("It is right"), outcome, 1, **more)


def explained(part: PartResult, code: str, *kept: Evidence) -> Explained:
    report = Report("a", "en", "", "", (part,))
    evidence = {entry.check: entry for entry in kept}
    return Explained(report, "en", (Code(1, code, 2),), {"one": "one"}, evidence)


def test_of_a_long_answer_without_a_known_line_the_end_is_shown():
    """What it returns is made there; a trial below it does not take its place."""
    part = PartResult("one", said("One"), 0, 4, (check(),))
    body = [f"    x{number} = {number}" for number in range(200)]
    code = "\n".join(["def one():", *body, "    return x7", *["print(one())"] * 90])
    shown = [line.plain for line in explained(part, code).lines([part])]
    (at,) = [number for number, line in enumerate(shown) if line.endswith("    return x7")]
    first = next(number for number, line in enumerate(shown) if line.endswith(" = 198"))
    assert "90 more lines" in shown[at + 1] and "more lines" in "".join(shown[:first])


def test_what_each_of_two_mistakes_takes_is_told_and_a_long_line_is_whole_with_all():
    slips = tuple(
        model.Slip(Mistake(f"one/{name}", said(name), said("?")), points)
        for name, points in (("a slip", 1.0), ("another", 2.0))
    )
    part = PartResult("one", said("One"), 1, 4, (check(),), slips=slips)
    long = f"    return {'1 + ' * 40}1"
    view = explained(part, f"def one():\n{long}")
    shown = [line.plain.strip() for line in view.lines([part])]
    assert {"−1: a slip", "−2: another"} <= {*shown}
    assert long.strip() not in "".join(shown)
    assert any(line.plain.endswith(long) for line in view.in_full(part))


def test_an_arrow_points_to_the_line_that_stopped_a_check_of_a_named_mistake():
    """What was raised is in the evidence alone: the student is told the name."""
    slip = Mistake("one/slip", said("a slip"), said("Which?"))
    part = PartResult("one", said("One"), 0, 4, (check(Outcome.RAISED, mistakes=(slip,)),))
    reply = messages.Raised("IndexError", "out of range", "cell [2], line 3")
    kept = Evidence("one/v", "", (((messages.Call("one", [], 1.0),), reply),))
    view = explained(part, "def one():\n    x = []\n    return x[1]", kept)
    shown = [line.plain for line in view.lines([part])]
    assert " →   3      return x[1]" in shown
    assert "    came back  IndexError: out of range (cell [2], line 3)" in shown


def test_explain_says_first_what_the_file_lacks_and_no_error_of_another_parts_cell():
    torn = Text(f"{TORN}: 9 cells could be read", "文件不完整")
    one = PartResult("one", said("One"), 0, 4, (), "NameError: x (cell [1], line 1)")
    two = PartResult("two", said("Two"), 0, 4, ())
    cells = model.CellNote(1, "", one.error), model.CellNote(2, "", "ValueError: y (cell [2])")
    report = Report("a", "en", "", "", (one, two), cells, repairs=(torn,))
    first, *others = Explained(report, "en", (), {}).lines([two])
    shown = "\n".join(line.plain for line in others)
    assert first.plain == f"! {torn.en}" and torn.en not in shown
    assert "ValueError: y" in shown and "NameError: x" not in shown


EXPLAINED = {
    "of parts that lost points the id by which a mistake gets a cost, values that differ": (
        "ada", ["The causal mask: ", "(causal_mask/past_hidden)", "  [0, 1] found 0, expected 1",
                "Explanation: In row i of the matrix"],
        ["A naive softmax", "[0, 0]", "[[", "It prints:"],
    ),
    "a part by its number": ("all 8", ["The causal mask: "], ["A naive softmax"]),
    "a part by its title": ("all 因果掩码", ["The causal mask: "], ["A naive softmax"]),
    "the same in full, with its example, and what was sent, found and expected": (
        "ada Causal_mask --all",
        ["causal_mask/past_hidden", "In row i of the matrix", "It prints:", "sent        causal_m",
         "came back   bool", "found       mask =", "expected    mask ="],
        [],
    ),
    "a request never answered": ("eve", ["causal_mask(", "no reply: the notebook's process"], []),
    "a rule that is judged by reading": ("lib", ["not allowed here: "], ["came back"]),
    "the cell's own error before the code and what was sent": (
        "fay", ["The cell raised: NameError: name 'cached' is not defined", "→   1  @cached",
                "sent       causal_mask("], []
    ),
    "no line of a student's as one of ours, nor a terminal's codes": (
        "bob", ["passed: everything"], ["\n  ✓ passed: every", "\x1b", "\x07"]
    ),
}  # fmt: skip


@pytest.mark.parametrize(("words", "there", "absent"), EXPLAINED.values(), ids=EXPLAINED)
def test_explain_shows_why_points_are_lost_and_no_more(classroom, printed, words, there, absent):
    """In this order."""
    shown = printed(classroom, f"explain attention {words}")
    places = [shown.find(text) for text in there]
    assert -1 not in places and places == sorted(places), places
    assert [text for text in absent if text in shown] == []


@pytest.mark.parametrize("language", ["en", "zh"])
def test_fifteen_wrong_parts_fit_on_two_screens(classroom, assignment, run, monkeypatch, language):
    """No line is wrapped by a narrow terminal: code would stand below the numbers of lines."""
    monkeypatch.setenv("COLUMNS", "80")
    words = f"autograder explain attention all --language {language}"
    lines = run(classroom, *words.split()).stdout.splitlines()
    assert len(lines) <= 2 * 40 and max(map(cell_len, lines)) <= 80
    for part in assignment.parts:
        title = part.title.in_language(language)
        assert sum(line.startswith(title) for line in lines) == 1
    assert any("def softmax_naive" in line for line in lines)
    assert "sent" not in "".join(re.findall(r"(.*)\n\n", "\n".join(lines))), "what differed is last"


def test_what_was_sent_is_written_as_in_a_cell():
    """But for what the grader puts in place: a recording class says nothing about the answer."""
    tensor = TensorData("float32", (1,), bytes(4))
    sent = {
        "#1.load_state_dict(W_query=float32 (1,) [0.])": messages.Load(1, [("W_query", tensor)]),
        "#1.eval()": messages.Train(1, False),
        "#1.W_query": messages.Read(1, "W_query"),
        "#1(2).backward(float32 (1,) [0.])": messages.Gradients(1, [2], tensor, ["W_query"], 1.0),
        '#1.to("meta")(torch.empty(2, 3))': messages.Travel(1, [2, 3], 1.0),
    }
    requests = (messages.StandIn("Head", ["d_in"]), *sent.values())
    assert sent_in_short(Evidence("one/v", "", ((requests, messages.Returned(1)),))) == [*sent]


@pytest.mark.parametrize(
    ("command", "word"),
    [("explain attention adda", "ada"), ("explain attention ada causal", "causal_mask"),
     ("grade attention --student=adda", "no student 'adda' (is 'ada' meant?)"),
     ("viva attention --part causal", "causal_mask"),
     ("report attention --out nbgrader_config.py/a.html", "a.html cannot be written"),
     ("explain atention ada", "there is no assignment 'atention' (is 'attention' meant?)"),
     ("try nowhere.ipynb", "nowhere.ipynb"), ("try nbgrader_config.py", "nbgrader_config.py"),
     ("try submitted", "submitted"), ("try submitted/digits.ipynb", "is damaged or no notebook"),
     ("init .", "not an empty folder"), ("new ../away", "cannot name"),
     ("new week-zh", "cannot name"), ("new attention", "is there already")]
)  # fmt: skip
def test_a_wrong_word_is_answered_in_one_sentence(classroom, refused, command, word):
    (classroom / "submitted/digits.ipynb").write_bytes(DIGITS)
    assert word in refused(classroom, command)


def test_explain_says_why_nothing_can_be_explained(classroom, tmp_path, refused, submit, solved):
    course = shutil.copytree(classroom, tmp_path / "course")
    submit(course, "torn", b'{"cells": [')
    submit(course, "late", below(solved, "print('late')").bytes())
    with open_gradebook(course) as book:
        book.add_student("absent")
    for command, sentence in (
        ("explain attention absent", "absent is enrolled and has handed"),
        ("grade attention --student absent", "absent is enrolled and has handed"),
        ("explain attention torn", "the file is damaged or no notebook"),
        ("explain attention late", "autograder grade attention"),
    ):
        assert sentence in refused(course, command)


def test_explain_says_what_a_person_gave_and_lateness_took(classroom, generated, tmp_path, printed):
    """Its points are those of the checks, and the gradebook's may be others."""
    lines = ("Recorded: ", "causal_mask: 0.5 by an instructor (the checks: ", "late: −7")
    course = shutil.copytree(classroom, tmp_path / "course")
    shutil.copy(generated / "gradebook.db", course)
    with open_gradebook(course) as book:
        book.add_student("ada")
        submission(book, "ada", penalty=7)
    override(course, "ada", 0.5)
    shown = printed(course, "explain attention ada")
    assert all(line in shown for line in lines)
    assert lines[0] not in printed(course, "explain attention bob")


def test_in_chinese_what_differs_is_told_in_chinese(classroom, printed):
    shown = printed(classroom, "explain attention ada --language zh")
    assert "个数值中有" in shown and "values differ" not in shown
    assert "学生的代码（单元格 [" in shown and "： " not in shown
    assert "应为" in shown and "分\n" in shown and ": " not in shown.split("\n")[1]
