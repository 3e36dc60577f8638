"""The tutorial's assignment, in English alone: no Chinese anywhere, and few lines besides."""

import re
import shutil
from pathlib import Path

import pytest

from autograder import course
from autograder.authoring.learning import Learning
from autograder.authoring.slips import slips
from autograder.checks.references import drawn
from autograder.core.assignment import sets
from autograder.core.assignment.load import edition_ids, find, load
from autograder.core.errors import CourseError
from autograder.nbgrader_adapter.course_settings.settings import generate
from tests.conftest import succeeding

PAGE = Path(__file__).parents[2] / "docs/tutorial.md"
BLOCK = re.compile(
    r"^`assignments/money/([\w/.]+)`.\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL
)
FILES = dict(BLOCK.findall(PAGE.read_text("utf-8")))
COMMANDS = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BOILERPLATE = ("assignment.toml", "notebook.py", "hidden/test_compound.py")
RIGHT, WRONG = b"return amount * (1 + rate) ** years", b"return amount * (1 + rate * years)"


def write(folder: Path) -> None:
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")


@pytest.fixture(scope="module")
def money(tmp_path_factory, repository, rings) -> Path:
    """A course with this assignment alone, released."""
    root = tmp_path_factory.mktemp("course")
    shutil.copy(repository / "nbgrader_config.py", root)
    folder = root / "assignments/money"
    write(folder)
    drawn(load(folder), "a word", 2, published=True).write(folder / "hidden")
    list(course.build(root, "money"))
    generate(root, ["money"])
    numbers = sets.read(folder / "hidden")
    learning = Learning(root, "money", rings, 1)
    learning.completed(numbers).write(folder / "hidden")
    learning.write(learning.catalogue(lambda ready, _: ready))
    return root


def test_a_part_of_plain_functions_takes_sixty_lines(money):
    lines = [line for name in BOILERPLATE for line in FILES[name].splitlines() if line.strip()]
    assert len(lines) <= 60


def test_there_is_one_edition_and_it_is_english(money):
    assert edition_ids(money) == ["money"]
    assert [path.name for path in (money / "release").iterdir()] == ["money"]
    assert find(money, "money")[1].language == "en"
    assert slips(money / "assignments/money") == ()
    with pytest.raises(CourseError, match=r"no assignment 'money-zh'.*found: money"):
        find(money, "money-zh")


@pytest.mark.slow
def test_the_tutorial_leads_to_a_green_audit(tmp_path, repository):
    shutil.copy(repository / "nbgrader_config.py", tmp_path)
    write(tmp_path / "assignments/money")
    (block,) = COMMANDS.findall(PAGE.read_text("utf-8"))
    for piece in block.split("$ ")[1:]:
        command, *shown = piece.splitlines()
        output = succeeding(tmp_path, *command.split()).stdout
        for line in shown:
            assert " ".join(line.split()) in " ".join(output.split())


def test_the_chinese_tutorial_has_the_same_files_and_commands():
    pages = [page.read_text("utf-8") for page in (PAGE, PAGE.with_name("tutorial.zh.md"))]
    for pattern in (BLOCK, COMMANDS):
        english, chinese = map(pattern.findall, pages)
        assert english == chinese


def test_a_students_page_has_no_word_of_chinese(money):
    """Costs, help and hints may name the only language."""
    folder = money / "submitted/ada/money"
    folder.mkdir(parents=True)
    source = (money / "source/money/money.ipynb").read_bytes()
    (folder / "money.ipynb").write_bytes(source.replace(RIGHT, WRONG))
    for command in (("grade", "money", "--jobs", "1"), ("feedback", "money"), ("report", "money")):
        succeeding(money, "autograder", *command)
    page = (money / "feedback/ada/money/money.html").read_text("utf-8")
    report = (money / "reports/money.html").read_text("utf-8")
    assert "simple interest" in page and "Two years at 0.5:" in page
    # What the page says of costs: this mistake takes two fifths.
    assert "6 / 10" in page.replace("\n", " ")
    assert not [letter for letter in page + report if "\u4e00" <= letter <= "\u9fff"]


@pytest.mark.parametrize("languages", ['["en", "en"]', "[]", '["fr"]', '["zh", "en"]', '"en"', "3"])
def test_languages_that_there_are_not_are_refused(tmp_path, languages):
    folder = tmp_path / "money"
    (folder / "hidden").mkdir(parents=True)
    (folder / "checks.py").touch()
    assignment = FILES["assignment.toml"].replace('["en"]', languages)
    (folder / "assignment.toml").write_text(assignment)
    with pytest.raises(CourseError, match=r"assignment\.toml"):
        load(folder)
