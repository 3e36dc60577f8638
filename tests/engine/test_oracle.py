"""The oracle judges by the suites as they are when it starts."""

import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress

import pytest

from autograder.checks import references
from autograder.checks.suite import Oracle
from autograder.core.assignment.load import load
from autograder.core.assignment.plan import Assignment
from autograder.core.errors import CourseError
from autograder.core.model import Outcome
from tests.engine.far_end import Port
from tests.small import small_assignment


@pytest.fixture
def made(tmp_path) -> Assignment:
    return load(small_assignment(tmp_path))


def names(assignment: Assignment) -> list[str]:
    return [check.id for check in Oracle(assignment).checks]


def edited(assignment: Assignment, change: Callable[[str], str]) -> Assignment:
    """The assignment with another text of its suite."""
    suite = assignment.folder / "hidden/test_Gain.py"
    suite.write_text(change(suite.read_text("utf-8")), "utf-8")
    return load(assignment.folder)


def test_suites_of_the_same_file_names_are_kept_apart(made, tmp_path):
    """Of two courses; and formgrader's server lives on while an author edits a check."""
    (tmp_path / "other").mkdir()
    other = load(small_assignment(tmp_path / "other"))
    second = edited(other, lambda text: text.replace("test_columns_are_scaled", "test_scaling"))
    assert "Gain/columns_are_scaled" in names(made)
    assert "Gain/scaling" in names(second)


FAULTY = '@part("Gian", hint={"en": "look"})\ndef test_misspelt(student): ...\n'
REFUSED = {
    # It would leave the part meant without a check, at full points for anything.
    "a misspelt part": (
        lambda text: text.split("@part(")[0] + FAULTY,
        r"do not agree on the parts \(Gain, Gian\); `autograder check small`"),
    "a weight of -2": (lambda text: text.replace("weight=2", "weight=-2"), "0, not -2"),
    "no sentence in a language": (
        lambda text: text.replace("\n\n    每一列都乘以各自的数。", ""),
        "do not agree on the languages"),
}  # fmt: skip


@pytest.mark.parametrize(("change", "said"), REFUSED.values(), ids=REFUSED)
def test_a_suite_that_does_not_agree_with_its_assignment_is_refused(made, change, said):
    with pytest.raises(CourseError, match=said):
        Oracle(edited(made, change))


def test_two_checks_of_one_name_are_refused_and_a_byte_order_mark_is_not(made):
    """The later one would take the other's place with another weight."""
    plan, suite = made.folder / "assignment.toml", made.folder / "hidden/test_Gain.py"
    plan.write_bytes(b"\xef\xbb\xbf" + plan.read_bytes())
    (suite.parent / "test_again.py").write_bytes(suite.read_bytes())
    with pytest.raises(CourseError, match=r"two checks Gain/\w+ in .*: rename one"):
        Oracle(load(made.folder))


@pytest.mark.parametrize(
    ("script", "said"),
    [("x = 1\n1 / 0\n", "py, line 2: ZeroDivisionError: division by zero; it defines make"),
     ("def made(salt): ...\n", "make_references.py: KeyError: 'make'; it defines make")],
)  # fmt: skip
def test_a_script_that_makes_no_numbers_is_told_in_one_sentence(made, script, said):
    (made.folder / "hidden/make_references.py").write_text(script)
    with pytest.raises(CourseError, match=re.escape(said)):
        references.make(made, "salt")
    plan = made.folder / "assignment.toml"
    plan.write_text(plan.read_text("utf-8").replace("check_seconds = 5", "check_seconds = 0"))
    with pytest.raises(CourseError, match="check_seconds"):
        load(made.folder)


def test_a_check_with_cases_may_have_other_parameters_too(made):
    numbers = "import pytest\n\n@pytest.mark.parametrize('n', [1, 2])\n@part("
    twice = edited(made, lambda text: text.replace("@part(", numbers, 1).replace(
        "student: Student, case: Any", "student: Student, case: Any, n: int", 1))  # fmt: skip
    assert names(twice) == names(made)


def test_a_check_that_skips_itself_is_a_grader_fault(made):
    skips = "module = student.Gain(case.width)", "import pytest; pytest.skip('no')"
    oracle = Oracle(edited(made, lambda text: text.replace(*skips, 1)))
    only, outcomes = frozenset({"Gain/gain_is_trainable"}), list[Outcome]()
    with suppress(pytest.skip.Exception):
        outcomes += (one.outcome for one in oracle.judge(Port(), ("Gain",), {}, only, 0))
    assert outcomes == [Outcome.GRADER_FAULT]


@pytest.mark.parametrize("options", ["-k nothing", "--no-such-option"])
def test_a_users_own_options_of_pytest_choose_no_checks(made, monkeypatch, options):
    """They are meant for the user's own tests."""
    before = names(made)
    monkeypatch.setenv("PYTEST_ADDOPTS", options)
    assert names(made) == before
    assert os.environ["PYTEST_ADDOPTS"] == options


def test_an_installed_plugin_of_pytest_changes_no_checks(made, tmp_path, monkeypatch):
    """Some sort the tests by chance, and checks have an order."""
    before = names(made)
    sorting = "def pytest_collection_modifyitems(items):\n    items.reverse()\n"
    (tmp_path / "sorting.py").write_text(sorting)
    about = tmp_path / "sorting-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: sorting\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[pytest11]\nsorting = sorting\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert names(made) == before
    assert "sorting" not in sys.modules


@pytest.mark.parametrize(
    ("line", "said"),
    [("def test_(:", "line 1: "), ("import no_such_module", "No module named 'no_such_module'")],
    ids=["no Python", "a module that is missing"],
)
def test_a_suite_that_cannot_be_collected_is_named_in_one_line(made, line, said):
    faulty = edited(made, lambda text: f"{line}\n{text}")
    with pytest.raises(CourseError, match=r"test_Gain\.py") as raised:
        Oracle(faulty)
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)
    assert "Traceback" not in str(raised.value)
