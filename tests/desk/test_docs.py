"""The pages in docs/, whose commands the installed wheel runs in order; that wheel; the README."""

import os
import re
import shlex
import subprocess
import sys
import zipfile
from collections.abc import Callable
from operator import itemgetter
from pathlib import Path

import pytest

from autograder import checks
from autograder.checks import Handle, Student
from tests.courses import ROOT, contents
from tests.fork_server import fork_server

DOCS = ROOT / "docs"
NOT_RUN = ("Not run by the tests of this page", "本页的测试不运行这些命令")
BLOCK = re.compile(r"([^\n]*)\n\n```console\n(.*?)```", re.DOTALL)


def commands(page: Path) -> list[tuple[str, list[str], bool]]:
    """Each line after `$`, the words that its output must hold, and whether it is run here."""
    steps = []
    for before, block in BLOCK.findall(page.read_text("utf-8")):
        for piece in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, *shown = piece.strip().splitlines()
            steps.append((line, shown, not before.startswith(NOT_RUN)))
    return steps


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """The wheel, built from the unpacked sdist: what is not in the sdist is not in the wheel."""
    room = tmp_path_factory.mktemp("dist")

    def build(source: Path, target: str, name: str) -> Path:
        command = [sys.executable, "-m", "hatchling", "build", "--target", target, "-d", str(room)]
        subprocess.run(command, cwd=source, check=True, capture_output=True)
        (file,) = room.glob(name)
        return file

    archive = build(ROOT, "sdist", "*.tar.gz")
    # By name: Python 3.11.0 to 3.11.3 have no `filter`, and later ones warn of its absence.
    subprocess.run(["tar", "-xf", archive, "-C", room], check=True)
    return build(room / archive.name.removesuffix(".tar.gz"), "wheel", "*.whl")


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory) -> Path:
    """An environment with the wheel, which borrows torch and the rest from this one."""
    room = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(room)], check=True)
    (site,) = room.glob("lib/python*/site-packages")
    # A folder named in a .pth file has its own .pth files unread: an editable install stays out.
    borrowed = [path for path in sys.path if path.endswith("site-packages")]
    (site / "borrowed.pth").write_text("\n".join(borrowed))
    pip = [sys.executable, "-m", "pip", "--python", str(room / "bin/python"), "install", "--quiet"]
    offline = ["--no-index", "--no-deps", "--no-build-isolation", "--ignore-installed"]
    subprocess.run([*pip, *offline, str(wheel)], check=True)
    script = room / "bin/nbgrader"
    # For the Python that has the wheel: the other one would find the checkout.
    script.write_text(f"#!{room}/bin/python\nfrom nbgrader.apps.nbgraderapp import main\nmain()\n")
    script.chmod(0o755)
    return room


@pytest.fixture
def follow(installed) -> Callable[[str, Path], None]:
    """Each command succeeds and prints every line shown, as a user runs it: nothing points to the
    checkout. A line `cd FOLDER` is for those behind it; tables are as wide as the terminal."""
    env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"} | {
        "PATH": f"{installed / 'bin'}:{Path(sys.executable).parent}:{os.environ['PATH']}",
        "OMP_NUM_THREADS": "1", "COLUMNS": "120",
        # nbconvert's templates lie beside the borrowed packages.
        "JUPYTER_PATH": str(Path(sys.prefix, "share", "jupyter")),
    }  # fmt: skip
    server = fork_server(installed / "bin/python")

    def run(folder: Path, line: str) -> "subprocess.CompletedProcess[str]":
        # A command that any shell hands on word by word.
        if re.fullmatch(r"(autograder|nbgrader) [^|>&;$`(\\]+", line):
            return server.run(folder, tuple(shlex.split(line)), env)
        words = ["bash", "-c", line]
        return subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True)

    def followed(page: str, folder: Path) -> None:
        look = run(folder, "python -c 'import autograder, sys; print(autograder, sys.path)'").stdout
        assert look and f"{ROOT}/autograder" not in look and f"'{ROOT}'" not in look
        for command, shown, _ in filter(itemgetter(2), commands(DOCS / page)):
            done = run(folder, command)
            assert done.returncode == 0, f"{command}: {done.stderr}{done.stdout}"
            for line in shown:
                assert " ".join(line.split()) in " ".join(done.stdout.split()), command
            if command.startswith("cd "):
                folder /= command[3:]

    return followed


@pytest.mark.parametrize(
    ("page", "where"),
    [("instructors.md", "tmp_path"), ("administrators.md", "tmp_path"), ("authors.md", "course")],
)
def test_a_page_can_be_followed(page, where, follow, request):
    follow(page, request.getfixturevalue(where))


@pytest.mark.parametrize("page", ["instructors", "authors", "administrators"])
def test_the_chinese_page_has_the_same_commands(page):
    assert commands(DOCS / f"{page}.zh.md") == commands(DOCS / f"{page}.md")


def test_every_page_has_a_chinese_one():
    pages = {page.name.partition(".")[0] for page in DOCS.glob("*.md")}
    assert {page for page in pages if not (DOCS / f"{page}.zh.md").is_file()} == set()


def test_what_is_not_run_needs_another_place():
    pages = [commands(DOCS / page) for page in ("instructors.md", "authors.md")]
    assert {line for page in pages for line, _, run in page if not run} == {
        "nbgrader release_assignment attention", "nbgrader collect attention",
        "autograder reseed attention", "autograder grade attention",
    }  # fmt: skip


CARRIED = "autograder/authoring/templates/bundled/assignments/"


def test_the_wheel_carries_the_assignments_whole_and_nothing_else_of_the_repository(wheel):
    with zipfile.ZipFile(wheel) as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
    expected = {f"{CARRIED}{name}": data for name, data in contents(ROOT / "assignments").items()}
    carried = {name: data for name, data in files.items() if name.startswith(CARRIED)}
    assert {k: v for k, v in carried.items() if v} == {k: v for k, v in expected.items() if v}
    tops = {name.split("/")[0].partition("-")[0] for name in files}
    assert tops == {"autograder", "attention_autograder"}


def test_the_pages_are_those_of_the_docstrings_and_have_all_that_a_suite_can_use(tmp_path):
    subprocess.run([sys.executable, ROOT / "scripts/api-page", tmp_path], check=True)
    for page in ("api.md", "api.zh.md"):
        text = (DOCS / page).read_text("utf-8")
        assert text == (tmp_path / page).read_text("utf-8")
        for name in {*checks.__all__} - {"Transport", "Student", "Handle"}:
            assert f"### `{name}" in text
        for owner in (Student, Handle):
            # The engine calls these two.
            for name in vars(owner).keys() - {"exchanges", "settle"}:
                if not name.startswith("_") and callable(vars(owner)[name]):
                    assert f"### `{owner.__name__.lower()}.{name}(" in text


README = (ROOT / "README.md").read_text("utf-8")


def test_the_readme_is_read_in_five_minutes():
    assert len(README.splitlines()) <= 120
    assert README.index("<picture>") < README.index("\n## ")


def test_every_picture_of_the_readme_is_light_and_dark_small_and_described():
    pictures = re.findall(
        r'dark\)" srcset="(\S+)\.dark\.webp"><img [^>]*src="(\S+)\.light\.webp" alt="[^"]{20,}"',
        README,
    )
    assert len(pictures) == README.count("<picture>") >= 4
    for dark, light in pictures:
        assert dark == light
        for scheme in ("light", "dark"):
            # A page of four opens at once on a slow line.
            assert (ROOT / f"{dark}.{scheme}.webp").stat().st_size < 150_000


def test_every_link_of_the_readme_leads_to_a_file_and_a_heading():
    for target, anchor in re.findall(r"\]\((?!https?:)([^)#]+)#?([^)]*)\)", README):
        text = (ROOT / target).read_text("utf-8")
        heads = re.findall(r"^#+ (.*)$", text, re.MULTILINE) if anchor else ()
        assert not anchor or anchor in {head.lower().replace(" ", "-") for head in heads}, target


def test_what_others_lack_is_a_claim_with_a_proof():
    rows = re.findall(r"^\| .* \|$", README.split("others do not")[1], re.MULTILINE)
    claims = [row.split(" | ")[1] for row in rows if row.count(" | ") == 4][1:]
    assert len(claims) >= 6
    for claim in claims:
        assert re.search(r"\]\((tests/|assignments/|BENCHMARKS\.md#)", claim), claim


def test_the_readmes_figures_are_those_of_the_tables():
    table = (ROOT / "assignments/attention/audit.md").read_text("utf-8")
    named = [row.split(" | ")[2].split("/") for row in table.splitlines() if "/" in row]
    sums = [sum(int(pair[side]) for pair in named) for side in (0, 1)]
    assert f"[{sums[0]} of {sums[1]} specimens]" in README
    figures = (ROOT / "BENCHMARKS.md").read_text("utf-8")
    speed = re.search(r"2 cores \| [\d,]+ .* ([\d.]+) \|", figures)
    assert speed and f"[{float(speed[1]):.0f} times plain nbgrader]" in README


def test_the_readmes_week_is_made_of_commands_of_the_page_for_instructors():
    """Which are run, from an empty folder, by test_a_page_can_be_followed."""
    page = (DOCS / "instructors.md").read_text("utf-8")
    block = README.split("## A class tomorrow")[1].split("\n\n")[2]
    first, *others = (line.partition("#")[0].strip() for line in block.splitlines())
    week = [*first.split(" && "), *others]
    assert len(week) == 8
    for line in week:
        command, options = re.fullmatch(r"((?:autograder |nbgrader )?\S+)(.*)", line).groups()
        assert re.search(rf"^\$ {command}\b", page, re.MULTILINE), line
        assert set(re.findall(r"--\S+", options)) <= set(re.findall(r"--\S+", page)), line
