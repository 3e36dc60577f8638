"""What a watch decides by: attempts, the journal, still folders, the lock."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from autograder.core.errors import CourseError
from autograder.report.pages import unreadable_page, waiting_page
from autograder.watching.backend import Allowance, Events
from autograder.watching.collector import Looks, complete, contents, signature, whole_copy
from autograder.watching.state_file import StateFile

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def handed_in(tmp_path) -> Path:
    """A submission as nbgrader leaves it in the exchange."""
    folder = tmp_path / "handed in"
    folder.mkdir()
    for name in ("attention.ipynb", "timestamp.txt", "submission_secret.txt"):
        (folder / name).write_text(name)
    return folder


NINE_TO_ELEVEN = [MONDAY, MONDAY + HOUR, MONDAY + 2 * HOUR]


@pytest.mark.parametrize(
    ("allowance", "graded", "now", "free"),
    [
        # One of two used: the next may be graded now.
        (Allowance(2, 24), [MONDAY], MONDAY + HOUR, None),
        # Graded at 9 and at 15: the next one is free a day after 9.
        (Allowance(2, 24), [MONDAY + 6 * HOUR, MONDAY], MONDAY + 7 * HOUR, MONDAY + 24 * HOUR),
        (Allowance(2, 24), [MONDAY + 6 * HOUR, MONDAY], MONDAY + 24 * HOUR, None),
        # Three within the window, one allowed: the newest of them counts.
        (Allowance(1, 24), NINE_TO_ELEVEN, MONDAY + 3 * HOUR, MONDAY + 26 * HOUR),
        # A clock set back gives no attempts away.
        (Allowance(1, 1), [MONDAY], MONDAY - HOUR, MONDAY + HOUR),
    ],
)
def test_used_attempts_come_back_when_the_oldest_leaves_the_window(allowance, graded, now, free):
    assert allowance.free_at(graded, now) == free


@pytest.mark.parametrize("data", [b"", b'{"ana": {"handled": 1}}', b'{"ana": {"colour": "red"}}'])
def test_a_damaged_journal_is_no_empty_journal(tmp_path, data):
    path = tmp_path / "attention.json"
    path.write_bytes(data)
    with pytest.raises(CourseError, match=r"attention\.json is damaged"):
        StateFile(path)


def test_a_folder_is_steady_once_two_looks_agree(handed_in):
    looks = Looks()
    assert not looks.steady(handed_in, signature(handed_in))
    (handed_in / "attention.ipynb").write_text("longer than it was before")
    assert not looks.steady(handed_in, signature(handed_in))
    assert looks.steady(handed_in, signature(handed_in))


def test_a_submission_without_nbgraders_last_files_is_not_complete(handed_in):
    """nbgrader writes the notebook, the timestamp and the secret, in this order."""
    assert complete(contents(handed_in))
    (handed_in / "submission_secret.txt").unlink()
    assert not complete(contents(handed_in))


def test_a_copy_may_lack_files_but_not_differ(handed_in):
    """nbgrader leaves out what it ignores; a file that differs is torn."""
    original = contents(handed_in)
    fewer = {name: sha for name, sha in original.items() if name != "attention.ipynb"}
    assert whole_copy(fewer, original)
    assert not whole_copy(original | {"attention.ipynb": "other"}, original)
    assert not whole_copy({}, original)


def test_what_is_found_at_every_look_is_told_once_until_something_happens():
    lines: list[str] = []
    events = Events(lines.append)
    for _ in range(2):
        events.once("ana", "one")
        events.once("ana", "two\nlines")
    assert lines == ["ana: one", "ana: two lines"]
    events.say("ana", "collected")
    events.once("ana", "one")
    assert lines[2:] == ["ana: collected", "ana: one"]


@pytest.mark.parametrize(
    ("language", "attempts", "advice"),
    [("en", "(2 of 2)", "hand it in again"), ("zh", "2 次评分机会", "重新提交")],
)
def test_a_notice_says_when_it_goes_on_or_what_to_do(language, attempts, advice):
    page = waiting_page(2, 1.5, MONDAY, language)
    assert attempts in page and "1.5" in page and "2026-03-02 09:00 UTC" in page
    assert advice in unreadable_page(language)
