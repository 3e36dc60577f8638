"""`autograder check`: an author's slips, all at once, each with its file and line."""

import re
import shutil
from pathlib import Path

import pytest
import typer

from autograder.authoring.new_course import new_assignment
from autograder.authoring.slips import slips
from autograder.authoring.specimens import mistakes
from autograder.checks.collect import collected
from autograder.cli.assignments import check
from autograder.core.assignment import sets
from autograder.core.assignment.given import visible_checks
from autograder.core.assignment.load import load
from autograder.core.errors import CourseError
from autograder.core.marks import write_cost
from autograder.notebook.build import source_notebook
from tests.conftest import run_in
from tests.courses import edit
from tests.small import small_assignment

SUITE, OTHER = "hidden/test_centred.py", "hidden/test_Gain.py"
TOML, LESSON = "assignment.toml", "notebook.py"
SPECIMEN = "specimens/mistakes/Gain/added.py"

SLIPS = {
    "a misspelt part": (SUITE, '@part(\n    "centred"', '@part(\n    "centerd"',
        "judges 'centerd', which assignment.toml does not know (is 'centred' meant?)"),
    "a check that names no part": (SUITE, '@part("centred", cases=("few",))\n', "",
        "test_leaves_its_argument_alone does not say which part it judges (@part)"),
    "a sentence in English alone": (OTHER, "\n\n    每一列都乘以各自的数。", "",
        "test_columns_are_scaled needs a docstring: English, a blank line, Chinese"),
    "a hint in English alone": (OTHER, '"zh": "把增益设为 (1, 2, 3)，让一行 1 通过模块。",', "",
        "test_columns_are_scaled has a hint without 'zh'"),
    "an unknown mark": (OTHER, "weight=2", "wieght=2",
        "has the mark 'wieght', which there is not (is 'weight' meant?)"),
    "a case that there is not": (SUITE, '"many"', '"mnay"',
        "names the case centred/mnay, which there is not (is 'centred/many' meant?)"),
    "cases as a text": (SUITE, 'cases=("few",)', 'cases=("few")',
        'has a text for cases; write cases=("few",)'),
    "a name that nobody defines": (SUITE, "student.centred(case.x)", "student.centered(case.x)",
        "student.centered: no part and no cell of notebook.py defines it (is 'centred' meant?)"),
    "an import that there is not": (SUITE, "import Student, agree,", "import Student, agre,",
        "autograder.checks has no agre (is 'agree' meant?)"),
    "a message in English alone": (SUITE, ', f"这里不允许使用：{found}")', ")",
        "require needs its message in 2 languages"),
    "no Python": (SUITE, "def test_from_scratch(", "def test_from_scratch)",
        "unmatched ')'"),
    "an unknown key": (TOML, 'section = 2', 'sektion = 2',
        "Object contains unknown field `sektion`"),
    "no TOML": (TOML, 'section = 2', 'section = ', "Invalid value (at line 27, column 11)"),
    "points that do not add up": (TOML, "points = 6", "points = 5",
        "the parts' points add up to 9, not to 10"),
    "another signature": (TOML, 'signature = ["width"]', 'signature = ["size"]',
        "Gain takes ['width'], in assignment.toml ['size']"),
    "another name": (TOML, 'name = "Gain"', 'name = "Gian"', "the cell of Gain defines no Gian"),
    "a cell of no part": (LESSON, '# %% test="Gain"', '# %% test="Gian"',
        "a cell of 'Gian', which assignment.toml does not know (is 'Gain' meant?)"),
    "no solution": (LESSON, "    ### BEGIN SOLUTION\n    return x - x.sum(dim=-1, keepdim=True) "
        "/ x.shape[-1]\n    ### END SOLUTION\n", "    return x\n",
        "centred has no solution between ### BEGIN and ### END"),
    "a solution without an end": (LESSON, "/ x.shape[-1]\n    ### END SOLUTION", "/ x.shape[-1]",
        "centred: BEGIN SOLUTION and END SOLUTION do not match"),
    "a module that is not installed": ("hidden/make_references.py", "import hashlib",
        "import hashlib, nosuchmodule", "there is no module 'nosuchmodule' to import"),
    "an import of the lesson": (LESSON, "import torch\n", "import torch\nimport nothing\n",
        "there is no module 'nothing' to import"),
    "an operation that there is not": (TOML, '"nanmean"', '"nanmaen"',
        "torch has no operation 'nanmaen' (is 'nanmean' meant?)"),
    "a size that is no argument": (TOML, 'signature = ["width"]',
        'signature = ["width"]\nsizes = ["widht"]',
        "Gain has no argument 'widht' in its signature (is 'width' meant?)"),
    "the check of another part": (LESSON, 'checks.check("Gain"', 'checks.check("Gian"',
        "the check cell of Gain calls the check of 'Gian'"),
    "a check whose name is taken": (SUITE, "test_leaves_its_argument_alone", "test_from_scratch",
        "test_from_scratch is defined again below, and never run"),
    "a specimen without a question": (SPECIMEN, "question_zh", "qestion",
        "the docstring must give name, name_zh, question, question_zh"),
}  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Path:
    return small_assignment(tmp_path_factory.mktemp("course"))


@pytest.fixture
def folder(made, tmp_path) -> Path:
    return shutil.copytree(made, tmp_path / "assignments/small")


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_is_told_with_its_file_and_line(folder, name):
    file, old, new, message = SLIPS[name]
    edit(folder / file, old, new)
    matches = [slip for slip in slips(folder) if message in slip.said]
    assert len(matches) == 1, slips(folder)
    assert matches[0].file in (folder / file, folder / LESSON)
    assert 1 <= matches[0].line <= len(matches[0].file.read_text("utf-8").splitlines())


def test_points_that_add_up_in_decimals_are_taken(folder):
    """In binary 0.1 and 0.2 are more than 0.3."""
    for old, new in (("points = 4", "points = 0.1"), ("points = 6", "points = 0.2")):
        edit(folder / TOML, old, new)
    edit(folder / TOML, "total_points = 10", "total_points = 0.3")
    assert load(folder).total_points == 0.3


def test_all_slips_are_told_in_one_run(folder, tmp_path, capsys):
    several = ("a misspelt part", "an unknown mark", "a cell of no part", "no solution")
    for file, old, new, _ in map(SLIPS.__getitem__, several):
        edit(folder / file, old, new)
    (folder / "specimens/mistakes/Gian").mkdir()
    (folder / "specimens/mistakes/Gian/x.py").write_text('"""\nname = "x"\n"""\n')
    with pytest.raises(typer.Exit):
        check("small", tmp_path)
    lines = capsys.readouterr().out.splitlines()
    place = re.compile(r"assignments/small/[\w/]+\.(py|toml):\d+: ")
    assert all(map(place.match, lines)), lines
    for name in several:
        assert any(SLIPS[name][3] in line for line in lines)
    assert any("'Gian' is the folder of no part" in line for line in lines)


def test_an_error_of_ours_in_the_suites_is_told_as_itself(folder):
    with pytest.raises(CourseError) as raised:
        collected(load(folder), {})
    message = str(raised.value)
    assert message.startswith("the hidden suites cannot be collected: no case ")
    assert "`autograder reseed` adds it" in message and "Error" not in message


def test_a_file_that_is_missing_is_told(folder):
    (folder / "checks.py").unlink()
    assert "checks.py is missing" in slips(folder)[0].said


def test_a_part_that_no_check_judges_is_told(folder):
    (folder / OTHER).unlink()
    assert [slip.said for slip in slips(folder)] == ["no check judges the part 'Gain'"]


@pytest.mark.parametrize(
    ("because", "mistake", "said"),
    [('"one token"', "columns", "Expected `object`, got `str`"),
     ('{ en = "one token" }', "columns", "missing required field `zh`"),
     ('{ en = "one token", zh = "错一处" }', "colums", "called 'colums' (is 'columns' meant?)")],
)  # fmt: skip
def test_a_table_of_costs_that_is_not_as_it_must_be_is_told(folder, because, mistake, said):
    text = f'[[kind]]\nshare = 0.2\nbecause = {because}\nmistakes = [\n"{mistake}"]\n'
    (folder / "costs.toml").write_text(text, "utf-8")
    (slip,) = slips(folder)
    assert slip.file == folder / "costs.toml" and said in slip.said
    assert slip.line == (5 if mistake in slip.said else 1)


def test_a_line_of_a_cost_is_replaced_whatever_its_quotes(folder):
    costs = folder / "hidden/costs.toml"
    costs.write_text("# mild\n'centred/columns' = 2\n")
    write_cost(load(folder), "centred/columns", 3)
    assert costs.read_text() == '# mild\n"centred/columns" = 3\n'


def test_a_help_text_that_no_page_could_show_is_told(folder):
    """And not first by the command that writes the pages of the whole class."""
    file = folder / "help/columns.toml"
    file.parent.mkdir(exist_ok=True)
    example = 'example = { en = "So:", zh = "例：", code = "print(1)", prints = "1" }'
    text = 'mistakes = ["columns"]\nexplanation = { en = "Along which?" }\n'
    for whole, said in (
        (text, "missing required field `zh`"),
        (text.replace(" }", ', zh = "哪个？" }') + example, "no mistake has the name 'columns'"),
    ):
        file.write_text(whole, "utf-8")
        (slip,) = slips(folder)
        assert slip.file == file and said in slip.said


def test_a_name_of_students_own_that_a_part_has_is_called_by_brackets(folder):
    for path in [*folder.glob("*.py"), *folder.glob("*.toml"), *folder.glob("hidden/*.py")]:
        text = path.read_text("utf-8")
        path.write_text(re.sub(r"\bcentred\b", "seed", text), "utf-8")
    messages = {slip.said for slip in slips(folder)}
    assert "student.seed is Student's own; write student['seed'] for the answer's" in messages


def test_what_tools_leave_beside_the_files_is_none_of_them(folder, tmp_path):
    """Checkpoints of JupyterLab's, and Emacs's locks, which are links to nothing."""
    before = load(folder)
    answers = mistakes(before)
    for name in (SUITE, SPECIMEN, "help/added.toml"):
        checkpoints = (folder / name).parent / ".ipynb_checkpoints"
        checkpoints.mkdir(parents=True)
        (checkpoints / f"x-checkpoint{Path(name).suffix}").touch()
        (folder / name).with_name(f".#{Path(name).name}").symlink_to("ada@desk.1")
    assert (slips(folder), mistakes(before), load(folder).digest) == ((), answers, before.digest)
    (tmp_path / "nbgrader_config.py").touch()
    assert slips(new_assignment(tmp_path, "next", folder).folder) == ()


@pytest.mark.parametrize("name", [LESSON, "checks.py", SPECIMEN])
def test_a_file_in_another_encoding_than_utf_8_is_told(folder, name):
    text = (folder / name).read_text("utf-8")
    for encoding, told in (("utf-8-sig", []), ("gb18030", [folder / name])):
        (folder / name).write_text(text, encoding)
        assert [slip.file for slip in slips(folder)] == told
    with pytest.raises(CourseError, match=r"\.py: .* save it as UTF-8"):
        source_notebook(load(folder), "zh"), visible_checks(folder), mistakes(load(folder))


def test_a_lesson_without_a_cell_is_told(folder):
    (folder / LESSON).write_text("")
    assert "there are no cells" in slips(folder)[0].said


def test_a_part_may_be_named_by_a_constant_and_a_mistake_beside_an_end_of_line(folder):
    edit(folder / OTHER, '    "Gain",\n    cases', "    PART,\n    cases")
    edit(folder / SPECIMEN, 'name = "', 'name = "\u2028')
    assert slips(folder) == ()
    answers = (one.cells[0] for one in mistakes(load(folder)) if one.path == folder / SPECIMEN)
    assert next(answers).startswith("class Gain")


def test_an_assignment_like_another_has_numbers_of_its_own(folder, tmp_path):
    (tmp_path / "nbgrader_config.py").touch()
    (folder / "hidden/names.json").write_text("{}")
    assignment = new_assignment(tmp_path, "next", folder)
    assert (assignment.id, slips(assignment.folder)) == ("next", ())
    assert not (assignment.folder / "hidden/names.json").exists()
    salts = {sets.read(path / "hidden").salt for path in (folder, assignment.folder)}
    assert len(salts) == 2


@pytest.mark.parametrize("name", ["attention", "gpt", "long-contexts"])
def test_the_assignments_of_the_package_have_none(repository, name):
    assert slips(repository / "assignments" / name) == ()


def test_nothing_is_run_and_torch_not_imported(repository):
    code = (
        "import sys; from pathlib import Path; from autograder.authoring.slips import slips;"
        "slips(Path('assignments/gpt')); print('torch' in sys.modules, 'nbformat' in sys.modules)"
    )
    assert run_in(repository, "python", "-c", code).stdout.split() == ["False", "False"]


def test_a_folder_that_is_no_assignment_is_named(tmp_path):
    with pytest.raises(CourseError, match="there is no assignment at"):
        check("other", tmp_path)
