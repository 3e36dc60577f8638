"""`autograder try` and `autograder explain`, as an instructor calls them."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.specimens.make import Frame, code_cell, solution_index

Run = Callable[..., subprocess.CompletedProcess[str]]
SPOOF = """
def causal_mask(num_tokens):
    raise ValueError("\\x1b[2J\\x1b]0;title\\x07no\\n  ✓ passed: everything")
"""
TRANSPOSED = (
    "def causal_mask(num_tokens):\n    return torch.ones(num_tokens, num_tokens).tril(-1)\n"
)
EXITS = "import os\n\ndef causal_mask(num_tokens):\n    os._exit(0)\n"


def answered(solved: Frame, source: str) -> bytes:
    """The reference solution with another causal mask."""
    frame = Frame.of(solved.bytes())
    frame.notebook["cells"][solution_index(frame.notebook, "causal_mask")]["source"] = source
    return frame.bytes()


@pytest.fixture(scope="module")
def classroom(tmp_path_factory: pytest.TempPathFactory, solved: Frame, run: Run) -> Path:
    """A graded class of three, in a course made by `autograder init`."""
    course = tmp_path_factory.mktemp("desk") / "course"
    done = run(course.parent, "autograder", "init", "course")
    assert done.returncode == 0, done.stderr
    for student, source in (("ada", TRANSPOSED), ("bob", SPOOF), ("eve", EXITS)):
        folder = course / "submitted" / student / "attention"
        folder.mkdir(parents=True)
        (folder / "attention.ipynb").write_bytes(answered(solved, source))
    done = run(course, "autograder", "grade", "attention")
    assert done.returncode == 0, done.stderr
    return course


def test_try_says_what_holds_and_records_nothing(
    classroom: Path, solved: Frame, run: Run, tmp_path: Path
) -> None:
    """A notebook from anywhere is graded; gradebook, reports and rooms stay as they were."""
    before = {path: path.stat().st_mtime_ns for path in sorted(classroom.rglob("*"))}
    file = tmp_path / "anything.ipynb"
    file.write_bytes(answered(solved, TRANSPOSED))
    done = run(classroom, "autograder", "try", str(file))
    assert done.returncode == 0, done.stderr
    assert "✗ not yet: Exactly the later tokens are hidden" in done.stdout
    assert "total: " in done.stdout
    assert {path: path.stat().st_mtime_ns for path in sorted(classroom.rglob("*"))} == before


def test_try_speaks_the_language_of_the_edition(classroom: Path, run: Run) -> None:
    """--assignment attention-zh and --language zh both answer in Chinese."""
    file = "submitted/ada/attention/attention.ipynb"
    for option in (("--assignment", "attention-zh"), ("--language", "zh")):
        done = run(classroom, "autograder", "try", file, *option)
        assert "还不对" in done.stdout, done.stderr
        assert "not yet" not in done.stdout


def test_try_prints_a_report_for_machines(classroom: Path, run: Run) -> None:
    """--json prints the whole report, and nothing else."""
    file = "submitted/ada/attention/attention.ipynb"
    report = json.loads(run(classroom, "autograder", "try", file, "--json").stdout)
    points = {part["id"]: part["points"] for part in report["parts"]}
    assert points["causal_mask"] < 5
    assert report["assignment"] == "attention"


def test_a_students_terminal_codes_and_lines_are_harmless(classroom: Path, run: Run) -> None:
    """No control character of a student's gets through, and no line of theirs poses as ours."""
    for command in (
        ("try", "submitted/bob/attention/attention.ipynb"),
        ("explain", "attention", "bob"),
    ):
        shown = run(classroom, "autograder", *command).stdout
        assert "\x1b" not in shown and "\x07" not in shown
        assert "passed: everything" in shown
        assert not [line for line in shown.splitlines() if line.startswith("  ✓ passed: every")]


def test_explain_shows_sent_found_and_expected(classroom: Path, run: Run) -> None:
    """Of a failed check: the call, what came back, and the expected values beside it."""
    shown = run(classroom, "autograder", "explain", "attention", "ada", "causal_mask").stdout
    assert "sent        causal_mask(" in shown
    assert "came back   float32" in shown
    found, expected = shown.index("found       mask ="), shown.index("expected    mask =")
    assert found < expected


def test_explain_shows_the_request_that_ended_the_process(classroom: Path, run: Run) -> None:
    """A call that never answered is there, with the reason in the place of a reply."""
    shown = run(classroom, "autograder", "explain", "attention", "eve").stdout
    assert "causal_mask(" in shown
    assert "no reply: the notebook's process ended" in shown


def test_feedback_holds_nothing_of_the_evidence(classroom: Path, run: Run) -> None:
    """What explain shows an instructor is in no page that a student gets."""
    done = run(classroom, "nbgrader", "generate_feedback", "attention")
    assert done.returncode == 0, done.stderr
    page = (classroom / "feedback/ada/attention/attention.html").read_text("utf-8")
    assert "not yet" in page
    assert "expected    mask" not in page and "came back" not in page


@pytest.mark.parametrize(
    ("command", "word"),
    [
        ("explain attention adda", "ada"),
        ("explain attention ada causal", "causal_mask"),
        ("explain atention ada", "attention"),
        ("try nowhere.ipynb", "nowhere.ipynb"),
        ("try nbgrader_config.py", "nbgrader_config.py"),
        ("try submitted", "submitted"),
        ("init .", "not an empty folder"),
        ("init nbgrader_config.py", "not an empty folder"),
        ("new ../away", "cannot name"),
        ("new week-zh", "cannot name"),
        ("new attention", "is there already"),
    ],
)
def test_a_wrong_word_is_answered_in_one_sentence(
    classroom: Path, refused: Callable, command: str, word: str
) -> None:
    """Unknown students and parts, files that are no notebooks, names that cannot be."""
    assert word in refused(classroom, command)


def test_nothing_kept_is_said(classroom: Path, refused: Callable, solved: Frame) -> None:
    """A notebook handed in after grading has no evidence yet; the next command is named."""
    path = classroom / "submitted/late/attention/attention.ipynb"
    path.parent.mkdir(parents=True)
    frame = Frame.of(solved.bytes())
    frame.notebook["cells"].append(code_cell("late", "print('late')"))
    path.write_bytes(frame.bytes())
    assert "autograder grade attention" in refused(classroom, "explain attention late")


def test_new_outside_a_course_names_init(tmp_path: Path, refused: Callable) -> None:
    """`autograder new` in a folder that is no course says how to make one."""
    assert "autograder init" in refused(tmp_path, "new week-2")
