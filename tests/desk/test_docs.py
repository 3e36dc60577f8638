"""The pages in docs/: every command is run, in order, by the installed wheel, and what is in it."""

import re
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest
from installed import Installed

from autograder import checks
from autograder.checks import Handle, Student

DOCS = Path(__file__).parents[2] / "docs"
NOT_RUN = ("Not run by the tests of this page", "本页的测试不运行这些命令")
BLOCK = re.compile(r"([^\n]*)\n\n```console\n(.*?)```", re.DOTALL)


@dataclass(frozen=True)
class Command:
    """A line after `$`, the words that its output must hold, and whether it is run here."""

    line: str
    shown: tuple[str, ...]
    run: bool


def commands(page: Path) -> list[Command]:
    """The commands of a page's console blocks, in order."""
    found = []
    for before, block in BLOCK.findall(page.read_text("utf-8")):
        run = not before.startswith(NOT_RUN)
        for piece in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, *shown = piece.strip().splitlines()
            found.append(Command(line, tuple(shown), run))
    return found


def follow(page: str, installed: Installed, folder: Path) -> None:
    """Each command succeeds and prints every line shown; tables are as wide as the terminal."""
    wanted = [command for command in commands(DOCS / page) if command.run]
    ran = installed.follow(folder, [command.line for command in wanted])
    for command, done in zip(wanted, ran, strict=True):
        assert done.returncode == 0, f"{command.line}: {done.stderr}{done.stdout}"
        for line in command.shown:
            assert " ".join(line.split()) in " ".join(done.stdout.split()), command.line


def test_nothing_of_the_checkout_is_used(installed, repository, tmp_path):
    look = "import autograder, sys; print(autograder.__file__, sys.path)"
    done = installed.run(tmp_path, f"python -c '{look}'")
    assert done.returncode == 0, done.stderr
    assert f"{repository}/autograder" not in done.stdout
    assert f"'{repository}'" not in done.stdout


@pytest.mark.parametrize("page", ["instructors.md", "administrators.md"])
def test_a_page_can_be_followed_from_an_empty_folder(page, installed, tmp_path):
    follow(page, installed, tmp_path)


def test_an_author_can_follow_the_page_in_a_course(installed, course):
    follow("authors.md", installed, course)


@pytest.mark.parametrize("page", ["instructors", "authors", "administrators"])
def test_the_chinese_page_has_the_same_commands(page):
    assert commands(DOCS / f"{page}.zh.md") == commands(DOCS / f"{page}.md")


@pytest.mark.parametrize("page", ["instructors.md", "instructors.zh.md"])
@pytest.mark.parametrize("word", ["`c.Exchange.root`", "`timestamp.txt`"])
def test_the_page_says_where_submissions_come_from_and_when_they_are_late(repository, page, word):
    """Without the exchange's folder nobody finds it; without the file nothing is ever late."""
    assert word in (repository / "docs" / page).read_text("utf-8")


def test_every_page_has_a_chinese_one():
    pages = {page.name.partition(".")[0] for page in DOCS.glob("*.md")}
    assert {page for page in pages if not (DOCS / f"{page}.zh.md").is_file()} == set()


def test_what_is_not_run_needs_another_place():
    left = {
        command.line
        for page in ("instructors.md", "authors.md")
        for command in commands(DOCS / page)
        if not command.run
    }
    assert left == {
        "nbgrader release_assignment attention",
        "nbgrader collect attention",
        "autograder reseed attention",
        "autograder grade attention",
    }


def test_every_link_between_pages_leads_somewhere():
    for page in sorted(DOCS.glob("*.md")):
        for target in re.findall(r"\]\((?!https?:|attachment:)([^)#]+)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


CARRIED = "autograder/authoring/templates/bundled/"


def test_the_wheel_carries_the_assignments_whole(wheel, repository):
    with zipfile.ZipFile(wheel) as packed:
        found = {
            name.removeprefix(CARRIED): packed.read(name)
            for name in packed.namelist()
            if name.startswith(f"{CARRIED}assignments/")
        }
    wanted = {
        str(path.relative_to(repository)): path.read_bytes()
        for path in (repository / "assignments").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert found == wanted


def test_the_wheel_holds_nothing_else_of_the_repository(wheel):
    with zipfile.ZipFile(wheel) as packed:
        tops = {name.split("/")[0] for name in packed.namelist()}
    assert {top.partition("-")[0] for top in tops} == {"autograder", "attention_autograder"}


def test_an_editable_install_reads_the_checkout(editable, repository):
    look = "from autograder.authoring.templates.course import bundled; print(bundled())"
    done = subprocess.run(
        [editable.folder / "bin/python", "-c", look],
        cwd=editable.folder, env=editable.env(), capture_output=True, text=True,
    )  # fmt: skip
    assert done.stdout.strip() == str(repository), done.stderr


NOT_FOR_SUITES = {"Transport", "Student", "Handle"}
OF_THE_ENGINE = {"exchanges", "settle", "call"}


@pytest.mark.parametrize("page", ["api.md", "api.zh.md"])
def test_the_page_is_that_of_the_docstrings(page, repository, tmp_path):
    subprocess.run([sys.executable, repository / "scripts/api-page", tmp_path], check=True)
    assert (repository / "docs" / page).read_text("utf-8") == (tmp_path / page).read_text("utf-8")


@pytest.mark.parametrize("page", ["api.md", "api.zh.md"])
def test_everything_that_a_suite_can_import_or_call_is_on_it(page, repository):
    text = (repository / "docs" / page).read_text("utf-8")
    for name in set(checks.__all__) - NOT_FOR_SUITES:
        assert f"### `{name}" in text
    for owner in (Student, Handle):
        for name in vars(owner).keys() - OF_THE_ENGINE:
            if not name.startswith("_") and callable(vars(owner)[name]):
                assert f"### `{owner.__name__.lower()}.{name}(" in text
