"""Files that an assignment gives beside the notebook: the author's own wherever code is graded."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from autograder import course
from autograder.authoring.slips import slips
from autograder.authoring.visible import visible_results
from autograder.checks.references import make
from autograder.core.assignment.load import load
from autograder.core.errors import CourseError, GraderFault, SubmissionUnreadable
from autograder.core.model import Outcome, Report
from autograder.grading.grader import SubmissionGrader
from autograder.nbgrader_adapter.course_settings.settings import generate
from autograder.notebook.find import adopt
from autograder.sandbox.host import warm_host
from tests.course.reports import lost
from tests.courses import edit
from tests.small import a_check, small_assignment, small_grader, solution, with_first_cell

GIVEN = {
    "toolbox.py": "import math\nfrom pathlib import Path\n\nfrom shapes.sizes import DOUBLE\n\n"
    "HERE = Path(__file__).parent\nFIRST = (HERE / 'data/words.txt').read_text().split()[0]\n"
    "def factor():\n    return DOUBLE\n"
    "def words():\n    return (HERE / 'data/words.txt').read_text().split()\n",
    "shapes/__init__.py": "",
    "shapes/sizes.py": "DOUBLE = 2\n",
    "data/words.txt": "one two three\n",
}
SUITE = "\n".join((
    "from autograder.checks import agree, part\nfrom toolbox import factor",
    a_check("with_what_is_given", """agree(student.doubled(3), 3 * factor())
    agree(student.read(), ["one", "two", "three"])
    agree(student.provided("Twice")(4), 8)"""),
    a_check("a_file_of_the_cells", """agree(student.read_file("own.txt"), b"own")
    agree(student.read_file("data/words.txt"), b"one two three\\n")"""),
    a_check("with_the_given_cell", "agree(student.helper(3), 6)"),
))  # fmt: skip
PROVIDED = "from toolbox import factor\n\ndef Twice(x):\n    return factor() * x\n"
RIGHT = """
import toolbox
from toolbox import words
open('own.txt', 'w').write('own')
def doubled(x):
    return x * toolbox.factor()
def read():
    assert words() == open('data/words.txt').read().split() and toolbox.FIRST == 'one'
    return words()
"""
CHANGES = """
import os, shutil
for name in ('toolbox.py', 'data/words.txt'):
    open(name, 'w').write('factor = lambda: 5\\nwords = lambda: []')
shutil.rmtree('shapes')
os.mkdir('shapes.py')
"""


CELL = """
# %% given="helpers"
def helper(x):
    return 2 * x

"""


def with_given(root: Path) -> Path:
    folder = small_assignment(root)
    for name, text in GIVEN.items():
        (folder / "given" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "given" / name).write_text(text)
    return folder


@pytest.fixture
def folder(tmp_path) -> Path:
    return with_given(tmp_path)


def outcomes(report: Report) -> dict[str, Outcome]:
    return {check.id: check.outcome for part in report.parts for check in part.checks}


@pytest.fixture(scope="module")
def given(tmp_path_factory, rings) -> Iterator[tuple[SubmissionGrader, bytes]]:
    """A grader of an assignment that gives files and a cell, and the solution."""
    root = tmp_path_factory.mktemp("course")
    folder = with_given(root)
    first = '# %% [markdown] lang="en"\n# ## Part 1'
    edit(folder / "notebook.py", first, CELL + first)
    (folder / "hidden/provided.py").write_text(PROVIDED)
    (folder / "hidden/test_given.py").write_text(SUITE)
    assert not [slip for slip in slips(folder) if "helper" in slip.said]
    with small_grader(root, rings) as grader:
        yield grader, solution(root)


@pytest.fixture(scope="module")
def graded(given) -> Callable[..., Report]:
    grader, solved = given
    return lambda *cells: grader.report(with_first_cell(solved, "\n".join(cells)))


@pytest.mark.parametrize("before", ["", CHANGES])
def test_given_modules_and_data_are_the_authors_whatever_a_student_makes_of_them(graded, before):
    report = graded(before, RIGHT)
    assert set(outcomes(report).values()) == {Outcome.PASSED}
    assert lost(report) == set()


def test_every_edition_is_released_with_the_given_files(folder, tmp_path, repository):
    shutil.copy(repository / "nbgrader_config.py", tmp_path)
    list(course.build(tmp_path, "small"))
    generate(tmp_path, ["small", "small-zh"])
    for edition in ("small", "small-zh"):
        room = tmp_path / "release" / edition
        assert {name: (room / name).read_text() for name in GIVEN} == GIVEN


def test_hidden_numbers_are_made_with_given_modules(folder):
    script = folder / "hidden/make_references.py"
    script.write_text(f"from toolbox import factor\n{script.read_text()}")
    assert make(load(folder), "a word")


def test_the_visible_checks_find_the_given_files(folder):
    edit(folder / "checks.py", "import torch\n", "import toolbox\nimport torch\n")
    line = "import toolbox\nassert open('data/words.txt').read().split() == toolbox.words()\n"
    edit(folder / "notebook.py", "import torch\n", f"import torch\n{line}")
    assert not any(result.message for result in visible_results(load(folder)).alternatives)


def test_a_changed_file_has_submissions_graded_again(folder):
    """A report is kept for the digest of the assignment that it was made by."""
    digests = {load(folder).digest}
    for name in ("given/data/words.txt", "hidden/test_Gain.py"):
        (folder / name).write_text("other")
        digests.add(load(folder).digest)
    assert len(digests) == 3


def test_a_given_file_is_nobodys_notebook(folder):
    with pytest.raises(SubmissionUnreadable, match="no notebook"):
        adopt(folder / "given", load(folder))


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [("random.py", "", "Python has already"), ("checks.py", "", "another file"),
     ("a.ipynb", "{}", "another file")],
)  # fmt: skip
def test_a_given_file_of_a_taken_name_is_told_with_the_other_slips(
    folder, tmp_path, name, text, said
):
    (folder / "given" / name).write_text(text)
    assert any(said in slip.said for slip in slips(folder))
    with pytest.raises(CourseError, match=said):
        list(course.build(tmp_path, "small"))


def test_an_import_of_given_code_that_fails_is_told_with_file_and_line(folder, rings):
    (folder / "given/other.py").write_text("x = 1\nimport no_such_module\n")
    (slip,) = slips(folder)
    assert (slip.file.name, slip.line) == ("other.py", 2)
    with pytest.raises(GraderFault, match=r"given/other\.py cannot be imported: ModuleNotFound"):
        warm_host(load(folder), rings).__enter__()


def test_a_given_module_of_an_installed_name_is_refused(folder, rings):
    (folder / "given/torch.py").write_text("")
    with pytest.raises(GraderFault, match="given/torch has the name of an installed module"):
        warm_host(load(folder), rings).__enter__()


@pytest.mark.parametrize("made", ["as it was", "edited", "deleted", "no code"])
def test_a_given_cell_is_locked_and_runs_as_it_was_released(given, made):
    grader, solved = given
    content = json.loads(with_first_cell(solved, RIGHT))
    (at,) = (i for i, cell in enumerate(content["cells"]) if cell["id"] == "helpers")
    cell = content["cells"][at]
    assert cell["metadata"]["nbgrader"]["locked"] is True
    if made == "edited":
        cell["source"] = "def helper(x):\n    return 0"
    elif made == "no code":
        cell["cell_type"] = "markdown"
    elif made == "deleted":
        del content["cells"][at]
    report = grader.report(json.dumps(content).encode())
    assert outcomes(report)["Gain/with_the_given_cell"] is Outcome.PASSED
    assert bool(report.repairs) is (made != "as it was")
