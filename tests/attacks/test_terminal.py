"""What strangers wrote never commands the instructor's terminal."""

import pytest
from test_cheats import HARMFUL

from autograder.report.plain_text import distinct, one_line, plain

NAMES = (
    "\x1b[31mred\x1b]0;title\x07",
    "mirrored \u202ednuora",
    "two\nada: 100 points",
    "[red]x[link=y]",
)


def test_names_and_file_names_are_shown_without_effect(ready, run):
    """In the table, in the lines below it, and in an error."""
    for name in NAMES:
        folder = ready / "submitted" / name / "attention"
        folder.mkdir(parents=True)
        (folder / f"{name}.ipynb").write_text("no notebook")
    done = run(ready, "autograder", "grade", "attention")
    assert done.returncode == 1
    assert done.stderr.count("unreadable") == len(NAMES)
    assert not HARMFUL.search(done.stdout)
    assert not HARMFUL.search(done.stderr)
    assert not any(line.startswith("ada: 100") for line in done.stderr.splitlines())
    assert "[red]" in done.stdout


@pytest.mark.parametrize("code", [0x00, 0x07, 0x1B, 0x9B, 0x202E, 0x2066, 0xD800, 0xE000, 0x7F])
def test_no_control_character_is_left(code):
    """Nor a direction mark, half a surrogate pair, or a private character."""
    assert plain(f"a{chr(code)}b") == "ab"


def test_no_two_names_look_the_same():
    """Where only what can be seen is shown, somebody else's marks would stand beside a name."""
    names = ["ada", "ada ", " ada", "ada\u200b", "\u202eada", "a da", "a  da", "a\u00a0da", "a\nda"]
    shown = [one_line(distinct(name)) for name in names]
    assert len(set(shown)) == len(names)
    assert shown[0] == "ada" and shown[5] == "a da"
    assert one_line(distinct("李雷-2026")) == "李雷-2026"
