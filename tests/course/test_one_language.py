"""An assignment in English alone, of one part: no Chinese anywhere, and few lines besides."""

import shutil
from pathlib import Path

import pytest

from autograder import course
from autograder.authoring.references import drawn
from autograder.authoring.run import AuditRun
from autograder.authoring.visible import visible_figures
from autograder.core.assignment import edition_ids, find, load
from autograder.core.errors import CourseError
from autograder.nbgrader_adapter.generate import generate
from autograder.report.help import Help
from autograder.sandbox.isolation import Rings
from tests.conftest import BIN, run_in

FILES = {
    "assignment.toml": """
id = "money"
title = "Interest"
languages = ["en"]
total_points = 10

[[part]]
id = "compound"
title = "Compound interest"
points = 10
kind = "function"
signature = ["amount", "rate", "years"]
""",
    "notebook.py": '''
# %% [markdown]
# # Interest (10 points)
#
# What has an amount become after some years, at a yearly rate? 100 at 0.1 are 121 after two years.

# %%
import checks

# %% part="compound"
def compound(amount: float, rate: float, years: int) -> float:
    """The amount after `years` at the yearly `rate`."""
    ### BEGIN SOLUTION
    return amount * (1 + rate) ** years
    ### END SOLUTION


# %% test="compound"
checks.check("compound", globals())
''',
    "checks.py": '''
"""The visible checks."""


def check(part, names):
    """Check the part on the numbers of the text."""
    found = names["compound"](100.0, 0.1, 2)
    assert abs(found - 121.0) < 1e-6, f"found {found}, wanted 121"
''',
    "hidden/test_compound.py": '''
from autograder.checks import agree, part, require


@part("compound", value=True, cases=("few", "many"), hint="What are 100 at 0.1 after two years?")
def test_interest_is_compound(student, case):
    """Interest bears interest."""
    agree(student.compound(case.amount, case.rate, case.years), case.after)


@part("compound", value=True, cases=("few",))
def test_no_years(student, case):
    """After no years the amount is what it was."""
    found = student.compound(case.amount, case.rate, 0)
    require(found == case.amount, "the amount has changed in no time")
''',
    "hidden/make_references.py": '''
import random


def make(salt):
    return {"compound/few": case(salt, 3), "compound/many": case(salt + "many", 20)}


def case(word, years):
    chance = random.Random(word)
    amount, rate = chance.uniform(100, 200), chance.uniform(0.05, 0.2)
    after = amount
    for _ in range(years):
        after += rate * after
    return {"amount": amount, "rate": rate, "years": years, "after": after}
''',
    "specimens/mistakes/compound/simple.py": '''
"""
name = "simple interest"
question = "Does the interest of the first year bear interest in the second?"
"""

def compound(amount, rate, years):
    return amount * (1 + rate * years)
''',
    "specimens/mistakes/compound/a_year_at_least.py": '''
"""
name = "a year of interest in no time"
question = "What has an amount become after no years?"
"""

def compound(amount, rate, years):
    return amount * (1 + rate) ** max(years, 1)
''',
    "specimens/alternatives/compound/loop.py": '''
"""
form = "a loop"
"""

def compound(amount, rate, years):
    for _ in range(years):
        amount = amount * (1 + rate)
    return amount
''',
    "help/simple.toml": '''
mistakes = ["simple interest"]
explanation = "Every year's interest is added to the amount."

[example]
en = "Two years at 0.5:"
code = "print(4 * 1.5 * 1.5)"
prints = "9.0"
''',
}  # fmt: skip
BOILERPLATE = ("assignment.toml", "notebook.py", "hidden/test_compound.py")
RIGHT, WRONG = b"return amount * (1 + rate) ** years", b"return amount * (1 + rate * years)"


@pytest.fixture(scope="module")
def money(tmp_path_factory: pytest.TempPathFactory, repository: Path) -> Path:
    """A course with this assignment alone, released."""
    root = tmp_path_factory.mktemp("course")
    shutil.copy(repository / "nbgrader_config.py", root)
    folder = root / "assignments/money"
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text.lstrip())
    drawn(load(folder), "a word", 2, published=True).write(folder / "hidden")
    list(course.build(root, "money"))
    generate(root, ["money"])
    return root


def test_a_part_of_plain_functions_takes_sixty_lines(money: Path) -> None:
    lines = [line for name in BOILERPLATE for line in FILES[name].splitlines() if line.strip()]
    assert len(lines) <= 60


def test_there_is_one_edition_and_it_is_english(money: Path) -> None:
    assert edition_ids(money) == ["money"]
    assert [path.name for path in (money / "release").iterdir()] == ["money"]
    assert find(money, "money")[1].language == "en"
    with pytest.raises(CourseError, match=r"no assignment 'money-zh'.*found: money"):
        find(money, "money-zh")


@pytest.mark.slow
def test_its_audit_is_green(money: Path, rings: Rings) -> None:
    run = AuditRun(money, "money", rings, 1)
    every = run.completed(run._sets(), lambda ready, _: ready)
    every.write(money / "assignments/money/hidden")
    audit = AuditRun(money, "money", rings, 1).quick_audit(lambda ready, _: ready)
    assert audit.problems == ()
    assert [(row.killed, row.named, row.accepted) for row in audit.rows] == [(2, 2, 1)]
    assert visible_figures(find(money, "money")[0])["compound"].missed == ()


def test_a_students_page_has_no_word_of_chinese(money: Path) -> None:
    folder = money / "submitted/ada/money"
    folder.mkdir(parents=True)
    source = (money / "source/money/money.ipynb").read_bytes()
    (folder / "money.ipynb").write_bytes(source.replace(RIGHT, WRONG))
    for command in (("grade", "money", "--jobs", "1"), ("feedback", "money"), ("report", "money")):
        run_in(money, str(BIN / "autograder"), *command).check_returncode()
    page = (money / "feedback/ada/money/money.html").read_text("utf-8")
    report = (money / "reports/money.html").read_text("utf-8")
    assert "simple interest" in page and "Two years at 0.5:" in page
    assert not [letter for letter in page + report if "\u4e00" <= letter <= "\u9fff"]


@pytest.mark.parametrize("languages", ['["en", "en"]', "[]", '["fr"]', '["zh", "en"]', '"en"', "3"])
def test_languages_that_there_are_not_are_refused(tmp_path: Path, languages: str) -> None:
    folder = tmp_path / "money"
    (folder / "hidden").mkdir(parents=True)
    (folder / "checks.py").touch()
    plan = FILES["assignment.toml"].replace('["en"]', languages)
    (folder / "assignment.toml").write_text(plan)
    with pytest.raises(CourseError, match=r"assignment\.toml"):
        load(folder)


def test_help_and_hints_may_name_the_only_language(money: Path) -> None:
    plan, _ = find(money, "money")
    (topic,) = set(Help.read(plan).topics.values())
    assert topic.example.lead.en == topic.example.lead.zh == "Two years at 0.5:"
