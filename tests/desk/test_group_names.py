"""Naming wrong answers once for all who gave them: `autograder clusters` and `autograder name`."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from autograder.authoring.make import NotebookBuilder
from autograder.authoring.specimens import mistakes
from autograder.core.assignment import find
from autograder.grading.naming import Catalogue
from tests.courses import copied
from tests.tiers import only

Run = Callable[..., subprocess.CompletedProcess[str]]
SHIFTED = "def causal_mask(num_tokens):\n    return torch.ones(num_tokens, num_tokens).triu(3)\n"
AGAIN = (
    "def causal_mask(num_tokens):\n    later = torch.arange(num_tokens)\n"
    "    return (later[None, :] - later[:, None]) > 2\n"
)
HALF = "def causal_mask(num_tokens):\n    return torch.ones(num_tokens, num_tokens) * 0.5\n"
RAISES = (
    "def causal_mask(num_tokens):\n    return torch.ones(num_tokens) @ torch.ones(num_tokens + 1)\n"
)
OTHERWISE = (
    "def causal_mask(num_tokens):\n    rows = torch.ones(num_tokens)\n"
    "    return rows @ torch.ones(num_tokens + 1)\n"
)
TITLE = "the mask begins \x1b[31mtoo late <script>alert(1)</script> $x^2$ \u202e"
QUESTION = "Which tokens come `later` than the first?"
CLASS = {
    "ada": SHIFTED, "bob": f"# mine\n{SHIFTED}", "cem": AGAIN, "dan": HALF, "eve": RAISES,
    "fay": OTHERWISE, "gus": f"# as eve\n{RAISES}",
}  # fmt: skip


def answered(solved: NotebookBuilder, source: str) -> bytes:
    """The reference solution with another causal mask."""
    return solved.answered({"causal_mask": source}).bytes()


@pytest.fixture(scope="module")
def classroom(
    tmp_path_factory: pytest.TempPathFactory, generated: Path,
    solved: NotebookBuilder, submit: Callable, run: Run,
) -> Path:  # fmt: skip
    """Students with answers that no catalogue knows, graded."""
    course = copied(generated, tmp_path_factory.mktemp("desk") / "course")
    for student, source in CLASS.items():
        submit(course, student, answered(solved, source))
    assert run(course, "autograder", "grade", "attention").returncode == 0
    return course


@pytest.fixture
def unnamed(classroom: Path) -> Path:
    """The class without any name."""
    names(classroom).unlink(missing_ok=True)
    return classroom


def names(course: Path) -> Path:
    """Where names are kept."""
    return course / "assignments/attention/hidden/names.json"


@pytest.fixture
def listed(run: Run) -> Callable[[Path], dict[str, Any]]:
    """What `autograder clusters --json` lists."""

    def found(course: Path) -> dict[str, Any]:
        done = run(course, "autograder", "clusters", "attention", "--json")
        assert done.returncode == 0, done.stderr
        listing: dict[str, Any] = json.loads(done.stdout)
        return listing

    return found


@pytest.fixture
def group_of(unnamed: Path, listed: Callable[[Path], dict[str, Any]]) -> Callable[[str], str]:
    """The id of a student's group."""
    groups = listed(unnamed)["groups"]
    return lambda student: str(next(g["id"] for g in groups if student in g["students"]))


@pytest.fixture
def name(run: Run) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Name a group."""

    def given(course: Path, group: str, **said: str) -> subprocess.CompletedProcess[str]:
        options = [f"--{key.replace('_', '-')}={value}" for key, value in said.items()]
        return run(course, "autograder", "name", "attention", group, *options)

    return given


def page_of(course: Path, student: str) -> str:
    """A student's feedback."""
    return (course / "feedback" / student / "attention/attention.html").read_text("utf-8")


def test_answers_that_do_the_same_are_one_group_whoever_wrote_them(
    unnamed: Path, listed: Callable[[Path], dict[str, Any]]
) -> None:
    """Other hidden numbers judge each of them; errors are a group only where the code is alike."""
    found = {tuple(group["students"]): group for group in listed(unnamed)["groups"]}
    assert set(found) == {("ada", "bob", "cem"), ("dan",), ("eve", "gus"), ("fay",)}
    first = found["ada", "bob", "cem"]
    assert (first["part"], first["points"], first["max_points"]) == ("causal_mask", 0, 4)
    assert first["code"] == SHIFTED.strip()


def test_a_listing_shows_code_and_the_command(unnamed: Path, run: Run) -> None:
    done = run(unnamed, "autograder", "clusters", "attention", "--limit", "1")
    assert "triu(3)" in done.stdout and "autograder name attention " in done.stdout
    assert "4 groups of 7 wrong answers" in done.stdout and "3 more" in done.stdout


def test_a_name_reaches_the_group_and_nobody_else(
    unnamed: Path, group_of: Callable[[str], str], name: Callable, run: Run
) -> None:
    """Feedback tells it as text, without grading again; only pages that change are written."""
    assert run(unnamed, "autograder", "feedback", "attention").returncode == 0
    before = sorted((unnamed / ".autograder/reports/attention").iterdir())
    done = name(unnamed, group_of("cem"), title_en=TITLE, question_en=QUESTION)
    assert done.returncode == 0, done.stderr
    assert "3 answers to causal_mask" in done.stdout
    assert run(unnamed, "autograder", "feedback", "attention").stdout == (
        "3 pages written, 4 as before\n"
    )
    for student in ("ada", "bob", "cem"):
        page = page_of(unnamed, student)
        assert page.count("This looks like:") == 1 and "too late &lt;script&gt;" in page
        assert "<script" not in page and "\x1b" not in page and "<math" not in page
    assert "too late" not in page_of(unnamed, "dan")
    assert sorted((unnamed / ".autograder/reports/attention").iterdir()) == before
    graded = run(unnamed, "autograder", "grade", "attention")
    assert "Grading" not in graded.stderr


@pytest.mark.slow
def test_nbgraders_own_command_tells_a_name_too(
    unnamed: Path, group_of: Callable[[str], str], name: Callable, run: Run
) -> None:
    """It looks at times of submission alone, and would leave the pages as they are."""
    assert run(unnamed, "autograder", "feedback", "attention").returncode == 0
    name(unnamed, group_of("dan"), title_en="half of everything", question_en="Which?")
    done = run(unnamed, "nbgrader", "generate_feedback", "attention")
    assert done.returncode == 0, done.stderr
    assert "half of everything" in page_of(unnamed, "dan")
    assert "half of everything" not in page_of(unnamed, "ada")


def test_a_later_submission_is_told_at_once(
    unnamed: Path, group_of: Callable[[str], str], name: Callable, run: Run,
    solved: NotebookBuilder, tmp_path: Path,
) -> None:  # fmt: skip
    name(unnamed, group_of("ada"), title_zh="掩码开始得太晚", question_zh="哪些词元更晚？")
    later = tmp_path / "later.ipynb"
    later.write_bytes(answered(solved, f"# later\n{AGAIN}"))
    done = run(unnamed, "autograder", "try", str(later), "--assignment", "attention")
    assert "掩码开始得太晚" in done.stdout


def test_report_and_explain_show_names_and_groups_as_text(
    unnamed: Path, group_of: Callable[[str], str], name: Callable, run: Run
) -> None:
    name(unnamed, group_of("ada"), title_en=TITLE, question_en=QUESTION)
    assert run(unnamed, "autograder", "report", "attention").returncode == 0
    page = (unnamed / "reports/attention.html").read_text("utf-8")
    assert "too late &lt;script&gt;" in page and "late <script" not in page
    assert f"autograder name attention {group_of('dan')} --title-en" in page
    said = run(unnamed, "autograder", "explain", "attention", "ada").stdout
    assert "too late <script>" in said and "\x1b" not in said and "\u202e" not in said


def test_a_group_keeps_its_id_when_its_first_student_is_gone(
    unnamed: Path, group_of: Callable[[str], str], run: Run, listed: Callable
) -> None:
    folder = unnamed / "submitted/ada"
    folder.rename(unnamed / "ada")
    try:
        found = {tuple(group["students"]): group["id"] for group in listed(unnamed)["groups"]}
    finally:
        (unnamed / "ada").rename(folder)
    assert found["bob", "cem"] == group_of("ada")


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({}, "give --title-en and --question-en"),
        ({"title_en": "late"}, "give --question-en too"),
        ({"title_en": "late", "question_en": "?", "title_zh": "晚"}, "give --question-zh too"),
        ({"title_en": "l" * 161, "question_en": "?"}, "--title-en has more than 160 characters"),
        ({"title_en": " \x1b ", "question_en": "\n"}, "give --title-en and --question-en"),
    ],
)
def test_a_name_that_cannot_be_shown_is_refused(
    unnamed: Path, group_of: Callable[[str], str], name: Callable, said: dict[str, str], words: str
) -> None:
    done = name(unnamed, group_of("ada"), **said)
    assert done.returncode == 1 and words in done.stderr and "Traceback" not in done.stderr
    assert not names(unnamed).exists()


def test_a_group_that_is_gone_or_has_no_name_is_said_to_be(
    unnamed: Path, group_of: Callable[[str], str], name: Callable, run: Run
) -> None:
    done = name(unnamed, "0badf00d", title_en="late", question_en="Which?")
    assert done.returncode == 1
    assert "`autograder clusters attention` lists the groups" in done.stderr
    done = run(unnamed, "autograder", "promote", "attention", group_of("ada"))
    assert done.returncode == 1 and "give it one first: `autograder name" in done.stderr


def test_a_second_name_for_a_group_is_told_of_the_first(
    unnamed: Path, group_of: Callable[[str], str], name: Callable, run: Run, listed: Callable
) -> None:
    """Another language is added; --replace changes a name, --remove takes it away."""
    group = group_of("ada")
    name(unnamed, group, title_en="late", question_en="Which?")
    done = name(unnamed, group, title_en="early", question_en="Which?")
    assert done.returncode == 1 and "'late'" in done.stderr and "--replace" in done.stderr
    assert name(unnamed, group, title_zh="晚", question_zh="哪些？").returncode == 0
    (known,) = listed(unnamed)["named"]
    assert known["title"] == {"en": "late", "zh": "晚"}
    assert known["students"] == ["ada", "bob", "cem"]
    changed = ["--title-en", "early", "--question-en", "Why?", "--replace"]
    assert run(unnamed, "autograder", "name", "attention", group, *changed).returncode == 0
    assert listed(unnamed)["named"][0]["title"]["en"] == "early"
    assert run(unnamed, "autograder", "name", "attention", group, "--remove").returncode == 0
    assert listed(unnamed)["named"] == []


def test_names_given_at_the_same_time_are_all_kept(
    unnamed: Path, group_of: Callable[[str], str], listed: Callable
) -> None:
    """Of two for one group the second is told; nothing of the others is lost."""
    wanted = [group_of(student) for student in ("ada", "dan", "eve", "fay")]
    program = Path(sys.executable).parent / "autograder"
    started = [
        subprocess.Popen(
            [str(program), "name", "attention", group, "--title-en", group, "--question-en", "?"],
            cwd=unnamed, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        for group in wanted
    ]  # fmt: skip
    assert [each.wait() for each in started] == [0] * 4
    assert sorted(each["id"] for each in listed(unnamed)["named"]) == sorted(wanted)


@pytest.mark.slow
def test_a_promoted_answer_is_a_mistake_that_the_catalogue_names(
    unnamed: Path, group_of: Callable[[str], str], name: Callable, run: Run,
    new_course: Callable, tmp_path: Path,
) -> None:  # fmt: skip
    """Its file has no comments; every set of numbers knows it, and a new grade names it."""
    group = group_of("bob")
    said = {"title_en": 'three tokens "too late" \\ """', "question_en": "Which are later?"}
    assert name(unnamed, group, **said).returncode == 0
    known_file = unnamed / "assignments/attention/hidden/fingerprints.msgpack"
    before = known_file.read_bytes()
    done = run(unnamed, "autograder", "promote", "attention", group, "--student", "bob")
    assert done.returncode == 0, done.stderr
    file = unnamed / "assignments/attention/specimens/mistakes/causal_mask"
    (file,) = file.glob("three_tokens*.py")
    assert "# mine" not in file.read_text("utf-8")
    try:
        plan, _ = find(unnamed, "attention")
        (mine,) = [one for one in mistakes(plan) if one.path == file]
        assert mine.mistake.name.zh == said["title_en"]
        assert mine.id in {one.mistake.id for one in Catalogue.read(plan).known}
        later = unnamed / "submitted/cem/attention/attention.ipynb"
        names(unnamed).unlink()
        told = run(unnamed, "autograder", "try", str(later), "--assignment", "attention")
        assert "This looks like: three tokens" in told.stdout
        again = run(unnamed, "autograder", "promote", "attention", group)
        assert again.returncode == 1 and "Traceback" not in again.stderr
    finally:
        file.unlink()
        known_file.write_bytes(before)


@pytest.mark.parametrize(
    "command",
    only(
        ["autograder feedback attention"],
        ["autograder feedback attention", "nbgrader generate_feedback attention"],
    ),
)
def test_a_damaged_file_of_names_is_named(unnamed: Path, run: Run, command: str) -> None:
    names(unnamed).write_text('{"version": 1, "names": [')
    done = run(unnamed, *command.split())
    assert done.returncode == 1
    assert "names.json" in done.stderr and "Traceback" not in done.stderr
