"""What an author may use beside plain calls, in a small assignment of its own."""

import ast
from pathlib import Path

import pytest

from autograder.authoring.promote import strings_in, write_specimen
from autograder.authoring.specimens import alternatives, mistakes
from autograder.authoring.visible import visible_results
from autograder.core.assignment.load import load
from autograder.core.assignment.plan import Assignment
from autograder.core.errors import CourseError
from autograder.core.model import Mistake, Text
from tests.course.reports import points
from tests.courses import edit
from tests.small import audit_problems, small_assignment, small_grader, solution

SPECIMEN = """'''
name = "a file"
name_zh = "文件"
question = "What for?"
question_zh = "为什么？"
{origin}
'''

"""
TOO_LARGE = Mistake("Gain/large", Text("too large", "太大"), Text("How large?", "多大？"))


@pytest.fixture
def small(tmp_path) -> Path:
    return small_assignment(tmp_path)


@pytest.mark.parametrize(("origin", "runs"), [("", True), ('origin = "submission"', False)])
def test_what_a_student_wrote_never_runs_outside_the_sandbox(tmp_path, small, origin, runs):
    """Visible checks are audited as on a student's computer, with the author's code alone."""
    ran = tmp_path / "ran"
    file = small / "specimens/mistakes/Gain/written_file.py"
    file.write_text(f"{SPECIMEN.format(origin=origin)}open({str(ran)!r}, 'w').close()\n")
    visible_results(load(small), frozenset({"Gain"}))
    assert ran.exists() is runs


@pytest.mark.parametrize(
    "text",
    [SPECIMEN.format(origin='origin = "elsewhere"'), SPECIMEN.format(origin='written_by = "ada"'),
     "def torn("],
    ids=["a value", "a key", "no Python"],
)  # fmt: skip
def test_a_specimen_that_is_none_is_named(small, text):
    (small / "specimens/mistakes/Gain/other.py").write_text(text)
    with pytest.raises(CourseError, match=r"other\.py: "):
        mistakes(load(small))


NAMED = """
'Ada Lovelace'
class Gain:
    'by Ada, 4711'
    def __init__(self):
        'Ada'
        "Love" + "lace"
        f"by {self}"
        b"4711"
    try:
        "# %% part='Gain'"
    except ValueError:
        'Ada'
    note = '# %% part="Gain"' + 'line\\n# %% part="Gain"'
"""


def test_a_promoted_answer_is_a_students_and_nothing_tells_whose_it_was(small):
    """Every statement that is only a string goes; one that stays ends no cell, and is shown."""
    file = write_specimen(load(small), "Gain", TOO_LARGE, ["x = 1", NAMED])
    text = file.read_text("utf-8")
    assert not [word for word in ("Ada", "Love", "4711", "by ") if word in text]
    (promoted,) = [specimen for specimen in mistakes(load(small)) if specimen.path == file]
    assert promoted.is_submitted and promoted.mistake.name == TOO_LARGE.name
    assert len(promoted.cells) == 2 and promoted.cells[1].count("Gain") == 3
    ast.parse(promoted.cells[1])
    assert strings_in([NAMED]) == (repr('# %% part="Gain"'), repr('line\n# %% part="Gain"'))


@pytest.mark.parametrize(
    ("code", "said"),
    [('x = f"""{y:\n# %%\n}"""', "begins with # %%"),
     ("x = " + "-" * 5000 + "1", "far too much code")],
    ids=["read as another", "beyond all bounds"],
)  # fmt: skip
def test_what_cannot_be_a_specimen_is_not_promoted(small, code, said):
    with pytest.raises(CourseError, match=said):
        write_specimen(load(small), "Gain", TOO_LARGE, [code])


@pytest.mark.parametrize("mean", [b"x.mean(", b"getattr(x, 'me' + 'an')("])
def test_what_is_forbidden_gives_no_points_where_no_gate_is_written(tmp_path, small, rings, mean):
    suite = small / "hidden/test_centred.py"
    text = suite.read_text("utf-8")
    suite.write_text(text[: text.index('@part("centred", weight=0, gate=True)')], "utf-8")
    solved = solution(tmp_path)
    by_hand = b"x.sum(dim=-1, keepdim=True) / x.shape[-1]"
    answer = solved.replace(by_hand, mean + b"-1, keepdim=True)")
    assert answer != solved
    with small_grader(tmp_path, rings) as grader:
        report = grader.report(answer)
    assert points(report) == {"centred": 0, "Gain": 6}


@pytest.mark.parametrize("provided", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_the_audit_finds_a_part_that_a_blank_earlier_part_would_cost_points(
    tmp_path, small, rings, provided
):
    """It does not where the author provides the earlier part."""
    once = "return x * self.gain"
    edit(small / "notebook.py", once, f"{once} + 0 * centred(x)")
    if provided:
        source = "def centred(x):\n    return x - x.mean(-1, keepdim=True)\n"
        (small / "hidden/provided.py").write_text(source)
    problems = audit_problems(tmp_path, rings, "centred")
    losses = [line for line in problems if line.startswith("blank:centred loses points in Gain")]
    assert bool(losses) is not provided, problems


def test_a_part_that_does_not_exist_is_named(small):
    with pytest.raises(CourseError, match=r"small has no part 'Gian' \(is 'Gain' meant\?\)"):
        load(small).part("Gian")


def test_the_audit_shows_the_import_that_failed(tmp_path, small, rings):
    edit(small / "notebook.py", "def centred(", "import nothing\ndef centred(")
    edit(small / "notebook.py", "return x - x.sum(", "return nothing.centred(x) - x.sum(")
    problems = audit_problems(tmp_path, rings, "Gain")
    assert any("ModuleNotFoundError: No module named 'nothing'" in problem for problem in problems)


ROWS = '''"""
name = "by one less"
name_zh = "少除了一"
question = "By what do you divide?"
question_zh = "除以多少？"

[change]
"x.shape[-1]" = "(x.shape[-1] - 1)"
"keepdim=True" = "keepdim=bool(1)"
"""
'''


def changed(small: Path, text: str) -> Assignment:
    (small / "specimens/mistakes/centred/by_one_less.py").write_text(text, "utf-8")
    return load(small)


def test_the_answer_is_the_solution_with_the_changes_below_other_cells(small):
    answers = {answer.id: answer for answer in mistakes(changed(small, ROWS + "\nONE = 1\n"))}
    above, source = answers["centred/by_one_less"].cells
    assert above == "ONE = 1\n"
    assert "return x - x.sum(dim=-1, keepdim=bool(1)) / (x.shape[-1] - 1)\n" in source
    text = '"""\nform = "mean"\n\n[change]\n"x * self.gain" = "self.gain * x"\n"""\n'
    (small / "specimens/alternatives/Gain/turned.py").write_text(text, "utf-8")
    answers = {answer.id: answer for answer in alternatives(load(small))}
    assert "return self.gain * x\n" in answers["Gain/turned"].cells[-1]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [('"keepdim=True"', '"keepdims=True"', r"'keepdims=True' stands 0 times in the solution of"),
     ('"keepdim=True"', '"x"', r"'x' stands \d+ times in the solution of centred"),
     ('"keepdim=bool(1)"', "1", "the docstring must give"),
     ("[change]", "[changes]", "the docstring must give")],
)  # fmt: skip
def test_a_change_that_cannot_be_made_is_named(small, old, new, said):
    with pytest.raises(CourseError, match=said) as raised:
        mistakes(changed(small, ROWS.replace(old, new)))
    assert "by_one_less.py: " in str(raised.value)
