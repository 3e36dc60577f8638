"""Which parts a change to an assignment concerns."""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from autograder.checks import references
from autograder.core import atomic_file
from autograder.core.assignment import Assignment, load, sets
from autograder.core.assignment.digests import digests
from autograder.core.assignment.graded_files import NAMES, SETS
from tests.courses import copied

EVERYTHING = "every part"
SECOND_CHECK = '''

@part("softmax_naive", cases=("short",))
def test_of_another_part(student, case):
    """A check of another part."""
'''

Concerned = Callable[[], set[str] | str]


@pytest.fixture
def folder(plan: Assignment, tmp_path: Path) -> Path:
    """A copy of the course's own assignment."""
    return copied(plan.folder, tmp_path / plan.id)


@pytest.fixture
def concerned(plan: Assignment, folder: Path) -> Iterator[Concerned]:
    """The parts whose digests are no longer those of the original."""
    before = digests(plan)

    def found() -> set[str] | str:
        now = digests(load(folder))
        if now.common != before.common:
            return EVERYTHING
        return {part for part, digest in now.parts.items() if digest != before.parts[part]}

    assert found() == set()
    yield found


def edit(file: Path, old: str, new: str) -> None:
    """Replace a text, which must be there."""
    text = file.read_text("utf-8")
    assert re.search(old, text), old
    file.write_text(re.sub(old, new, text, count=1), "utf-8")


def test_an_edited_suite_concerns_the_part_of_its_checks(
    folder: Path, concerned: Concerned
) -> None:
    edit(folder / "hidden/test_causal_mask.py", "weight=3", "weight=2")
    assert concerned() == {"causal_mask"}


def test_a_suite_with_checks_of_two_parts_concerns_both(folder: Path, concerned: Concerned) -> None:
    suite = folder / "hidden/test_causal_mask.py"
    suite.write_text(suite.read_text("utf-8") + SECOND_CHECK, "utf-8")
    assert concerned() == {"causal_mask", "softmax_naive"}


@pytest.mark.parametrize(
    "unclear",
    [
        "NAME = 'causal_mask'\n@part(NAME, cases=('few',))\ndef test_x(student, case): pass\n",
        "def test_x(student): pass\n",
        "@other.part('softmax_naive')\ndef test_x(student): pass\n",
        "test_x = part('softmax_naive', cases=('short',))(print)\n",
        "from somewhere import test_x\n",
        "from somewhere import *\n",
        "class TestMore:\n    pass\n",
        "globals()['test_' + 'x'] = part('softmax_naive', cases=('short',))(print)\n",
        "@part(id='causal_mask')\ndef test_x(student): pass\n",
        "this is no Python\n",
    ],
)
def test_a_suite_that_does_not_say_whose_its_checks_are_concerns_every_part(
    folder: Path, concerned: Concerned, unclear: str
) -> None:
    suite = folder / "hidden/test_causal_mask.py"
    suite.write_text(suite.read_text("utf-8") + unclear, "utf-8")
    assert concerned() == EVERYTHING


def test_a_suite_without_a_check_that_is_seen_concerns_every_part(
    folder: Path, concerned: Concerned
) -> None:
    """It would be nobody's, and a change of it would go by unnoticed."""
    (folder / "hidden/test_later.py").write_text("x = 1\n", "utf-8")
    assert concerned() == EVERYTHING


def test_a_file_further_down_concerns_every_part_whatever_its_name(
    folder: Path, concerned: Concerned
) -> None:
    """Only those beside the suites are known to be divided by parts."""
    (folder / "hidden/more").mkdir()
    shutil.copy(folder / "hidden" / SETS, folder / "hidden/more" / SETS)
    assert concerned() == EVERYTHING


def test_a_suite_that_another_file_speaks_of_concerns_every_part(
    folder: Path, concerned: Concerned
) -> None:
    """Another suite may import it."""
    edit(folder / "hidden/test_context_vector.py", r"\A", "# see test_causal_mask\n")
    assert concerned() == EVERYTHING


def change_last_set(folder: Path, name: str, change: Callable[[bytes], bytes]) -> None:
    """Write another of its own of the last set of numbers."""
    every = sets.read(folder / "hidden")
    *mine, last, example = [getattr(one, name) for one in every.every]
    every.with_each(**{name: [*mine, change(last), example]}).write(folder / "hidden")


@pytest.mark.parametrize("setting", ["tensor", "setting"])
def test_a_new_case_of_any_set_concerns_its_part(
    folder: Path, concerned: Concerned, setting: str
) -> None:
    def change(data: bytes) -> bytes:
        cases = {name: references.contents(case) for name, case in references.decode(data).items()}
        changed = cases["causal_mask/few"]
        if setting == "tensor":
            changed["hidden"] = changed["hidden"] + 1
        else:
            changed["num_tokens"] += 1
        return references.encode(cases)

    change_last_set(folder, "references", change)
    assert concerned() == {"causal_mask"}


@pytest.mark.parametrize("name", ["fingerprints", "script"])
def test_what_is_known_of_a_part_concerns_it(folder: Path, concerned: Concerned, name: str) -> None:
    """Names of mistakes, and the order of its questions."""

    def change(data: bytes) -> bytes:
        known = msgspec.msgpack.decode(data)
        if name == "fingerprints":
            known["known"] = [one for one in known["known"] if one[0] != "causal_mask"]
        else:
            del known["causal_mask/hides_the_future|few"]
        return msgspec.msgpack.encode(known)

    change_last_set(folder, name, change)
    assert concerned() == {"causal_mask"}


@pytest.mark.parametrize("change", ["salt", "number"])
def test_what_chooses_the_set_concerns_every_part(
    folder: Path, concerned: Concerned, change: str
) -> None:
    """Another set judges most submissions then."""
    every = sets.read(folder / "hidden")
    if change == "salt":
        other = msgspec.structs.replace(every, salt="another word")
    else:
        other = msgspec.structs.replace(every, sets=every.sets * 2)
    other.write(folder / "hidden")
    assert concerned() == EVERYTHING


def test_other_points_concern_the_parts_that_have_them(folder: Path, concerned: Concerned) -> None:
    plan = folder / "assignment.toml"
    before = {part.id: part.points for part in load(folder).parts}
    first, second = list(before)[:2]
    for part, points in ((first, before[first] + 1), (second, before[second] - 1)):
        pattern = rf'(id = "{part}"\n(?:.*\n)*?points = )[\d.]+'
        edit(plan, pattern, rf"\g<1>{points:g}")
    assert concerned() == {first, second}


@pytest.mark.parametrize("file", ["checks/language.py", "hidden/reference.py", "hidden/table.json"])
def test_what_all_parts_share_concerns_every_part(
    folder: Path, concerned: Concerned, file: str
) -> None:
    path = folder / file
    path.write_bytes(path.read_bytes() + b"\n" if path.exists() else b"{}")
    assert concerned() == EVERYTHING


def test_a_limit_concerns_every_part(folder: Path, concerned: Concerned) -> None:
    edit(folder / "assignment.toml", r"memory_mb = \d+", "memory_mb = 512")
    assert concerned() == EVERYTHING


def test_a_torn_file_concerns_every_part(folder: Path, concerned: Concerned) -> None:
    path = folder / "hidden" / SETS
    path.write_bytes(path.read_bytes()[:40])
    assert concerned() == EVERYTHING


def test_a_file_that_is_being_written_concerns_nobody(
    folder: Path, concerned: Concerned, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While an instructor names a group of answers, nobody's report grows stale."""
    monkeypatch.setattr(Path, "replace", lambda *_: None)
    atomic_file.write(folder / "hidden" / NAMES, b"{}")
    assert not (folder / "hidden" / NAMES).exists()
    assert concerned() == set()


def test_the_script_that_makes_references_concerns_nobody(
    folder: Path, concerned: Concerned
) -> None:
    """What it makes does."""
    edit(folder / "hidden/make_references.py", r"\A", "# a remark\n")
    assert concerned() == set()
