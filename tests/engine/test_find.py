"""Which file of a submission is its notebook: found, or said that nothing says which is meant."""

import json
import os
import re
import tempfile
from pathlib import Path

import pytest

from autograder.core import atomic_file
from autograder.core.assignment.plan import Assignment
from autograder.core.errors import SubmissionUnreadable
from autograder.core.model import Text
from autograder.course import misplaced
from autograder.notebook.damaged import BESIDE
from autograder.notebook.find import Found, adopt
from autograder.notebook.folder import held, look, read_plain
from autograder.notebook.submission import Submission
from tests.ordinary_user import as_ordinary_user

STUB = "def softmax_naive(x):\n    raise NotImplementedError()"
ONE, OTHER = "def softmax_naive(x):\n    return x", "def softmax_naive(x):\n    return -x"
MORE = f"{ONE}\ndef causal_mask(n):\n    return n"


def notebook(answer: str, output: str = "") -> bytes:
    outputs = [{"output_type": "stream", "name": "stdout", "text": output}] if output else []
    cell = {"cell_type": "code", "source": answer, "metadata": {}, "outputs": outputs}
    return json.dumps({"cells": [cell], "nbformat": 4}).encode()


class Room:
    """A submission's folder."""

    def __init__(self, folder: Path, assignment: Assignment) -> None:
        self.folder, self._assignment = folder, assignment

    def put(self, name: str, answer: str | bytes) -> None:
        data = notebook(answer) if isinstance(answer, str) else answer
        (self.folder / f"{name}.ipynb").write_bytes(data)

    def found(self) -> Found:
        return adopt(self.folder, self._assignment)

    def graded(self) -> bytes:
        return self.found().path.read_bytes()

    def refuses(self, said: str) -> None:
        with pytest.raises(SubmissionUnreadable, match=re.escape(said)):
            self.found()


@pytest.fixture
def room(tmp_path, assignment) -> Room:
    return Room(tmp_path, assignment)


def test_a_renamed_file_handed_in_again_counts_whatever_its_time(room):
    """Archives keep a student's own times."""
    room.put("attention (1)", "first")
    assert room.graded() == notebook("first")
    room.put("attention (1)", "second")
    os.utime(room.folder / "attention (1).ipynb", (0, 0))
    assert room.graded() == notebook("second")
    room.put("attention (1)", b"\x00\x01")
    room.refuses(
        "holds no notebook (found: attention (1).ipynb: the file is damaged or no notebook: no cell"
        " and no answer was found in it); hand in attention.ipynb"
    )
    (room.folder / "attention (1).ipynb").unlink()
    room.put("attention (2)", "third")
    assert room.graded() == notebook("third")
    repair = Text("handed in as attention (2).ipynb", "提交的文件是 attention (2).ipynb")
    assert room.found().repairs[0] == repair


def test_nothing_is_written_into_the_folder(room):
    room.put("attention", b"")
    room.put("attention (1)", "first")
    before = {path: path.stat() for path in room.folder.iterdir()}
    assert room.graded() == notebook("first")
    assert {path: path.stat() for path in room.folder.iterdir()} == before


COPIES = ["attention (1)", "Attention", "attention-Copy1", "attention 2", "attention-checkpoint"]


@pytest.mark.parametrize("name", COPIES)
@pytest.mark.parametrize("answer", [STUB, OTHER, ""], ids=["stub", "other", "nothing"])
def test_the_released_name_counts_unless_another_answers_more(room, name, answer):
    room.put("attention", ONE)
    room.put(name, answer)
    assert room.graded() == notebook(ONE)
    (repair,) = room.found().repairs
    assert (repair.en, repair.zh) == (
        f"attention.ipynb was graded; {name}.ipynb beside it is another notebook "
        f"({int(answer == OTHER)} of 15 parts answered)",
        f"评分的是 attention.ipynb；旁边的 {name}.ipynb 是另一个笔记本"
        f"（15 个部分中回答了 {int(answer == OTHER)} 个）",
    )


@pytest.mark.parametrize("name", [*COPIES, "my final version"])
@pytest.mark.parametrize("own", [STUB, ONE], ids=["stub", "one"])
def test_a_person_is_asked_where_another_answers_more(room, name, own):
    room.put("attention", own)
    room.put(name, MORE)
    room.refuses(
        " holds different notebooks, and nothing says which is meant "
        f"(parts answered: 'attention.ipynb' {int(own == ONE)}/15, "
        f"'{name}.ipynb' 2/15); leave the one that counts"
    )


def test_a_script_that_answers_more_is_asked_for_and_an_export_is_none(room):
    room.put("attention", ONE)
    (room.folder / "attention.py").write_text(ONE)
    assert not room.found().repairs
    (room.folder / "work").mkdir()
    (room.folder / "work/attention.py").write_text(MORE)
    room.refuses("'attention.ipynb' 1/15, 'work/attention.py' 2/15")


def test_of_renamed_notebooks_the_one_counts_that_answers_what_the_others_do_and_more(room):
    room.put("attention (1)", STUB)
    room.put("final", MORE)
    room.put("attention (2)", ONE)
    assert room.graded() == notebook(MORE)
    assert [BESIDE in repair.en for repair in room.found().repairs] == [False, True, True]


@pytest.mark.parametrize("names", [("attention (1)", "attention (2)"), ("one", "two")])
def test_of_two_renamed_ones_that_answer_as_much_none_is_chosen(room, names):
    """Nor a script instead, nor the first of them because it came first."""
    room.put(names[0], ONE)
    (room.folder / "attention.py").write_text(ONE)
    room.found()
    room.put(names[1], OTHER)
    room.refuses("nothing says which is meant")


def test_notebooks_that_differ_only_in_what_was_printed_are_one_and_another_name_is_not_meant(room):
    room.put("attention", notebook("one", "run"))
    room.put("scratch", "two")
    for number in range(30):
        room.put(f"attention ({number})", "one")
    assert room.graded() == notebook("one", "run")
    assert room.found().flags == ()


def test_of_many_things_left_out_three_are_named(room):
    room.put("attention", ONE)
    for number in range(9):
        (room.folder / f"link-{number}").symlink_to("/")
    *named, more = room.found().flags
    assert [flag.zh.partition("-")[0] for flag in named] == ["已略去：link"] * 3
    assert more == Text("left out: 6 more in the folder", "已略去：文件夹里还有 6 项")


def test_a_folder_that_nobody_may_enter_is_left_out_alone():
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        Path(name, "data").mkdir()
        Path(name, "data", "numbers.csv").touch()
        Path(name, "data").chmod(0o644)
        left_out = as_ordinary_user(lambda: list(map(str, look(Path(name)).left_out)))
    assert left_out == ["data"]


@pytest.fixture
def submitted(tmp_path) -> Path:
    """Two submissions, each with a notebook that says whose it is."""
    for student in ("ada", "eve"):
        folder = tmp_path / "submitted" / student / "small"
        folder.mkdir(parents=True)
        (folder / "small.ipynb").write_text(student)
    return tmp_path / "submitted"


def link(submitted: Path, what: str) -> None:
    """Put a link to ada's in the place of this of eve's."""
    path = Path(submitted, "eve", what)
    path.rename(submitted / "aside")
    path.symlink_to(Path(submitted, "ada", what))


@pytest.mark.parametrize("what", ["small", "", "small/small.ipynb"])
def test_what_has_become_a_link_is_not_read(submitted, what):
    path = submitted / "eve/small/small.ipynb"
    assert Submission.read("eve", Found(path)).data == b"eve"
    link(submitted, what)
    with pytest.raises((SubmissionUnreadable, OSError)):
        read_plain(path)


@pytest.mark.parametrize("what", ["small", ""])
def test_nothing_is_written_into_a_neighbours_folder(submitted, what):
    folder = submitted / "eve/small"
    with held(folder) as held_folder:
        link(submitted, what)
        atomic_file.write(held_folder / "small.ipynb", b"eve's own")
    assert (submitted / "ada/small/small.ipynb").read_text() == "ada"
    with pytest.raises(SubmissionUnreadable, match="links are not followed"), held(folder):
        pass


def test_no_descriptor_is_left(submitted):
    before = [*Path("/proc/self/fd").iterdir()]
    read_plain(submitted / "ada/small/small.ipynb")
    with pytest.raises(FileNotFoundError):
        read_plain(submitted / "nobody/small/small.ipynb")
    assert [*Path("/proc/self/fd").iterdir()] == before


def said_of(course: Path, *names: str) -> dict[str, str]:
    """What is said of these files below submitted/."""
    for name in names:
        path = course / "submitted" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    others = frozenset({"attention", "attention-zh", "ps1"})
    return misplaced(course / "submitted", "attention", "attention", others)


@pytest.mark.parametrize(
    "place",
    [
        "ada/Attention/attention.ipynb", "ada/attention.ipynb", "ada/my work.ipynb",
        "ada/attention.zip", "attention/ada/attention.ipynb", "attention/ada.ipynb", "ada.ipynb",
    ],
)  # fmt: skip
def test_it_is_said_where_a_submission_belongs(tmp_path, place):
    message = f"submitted/{place} is not looked at; move it to submitted/ada/attention/"
    assert said_of(tmp_path, place) == {"ada": f"misplaced: {message}"}


@pytest.mark.parametrize(
    "places",
    [
        ("ada/attention/attention.ipynb",), ("ada/ps1/problem.ipynb",), ("ada/notes/readme.md",),
        ("attention/attention/attention.ipynb",), (".hidden/Attention/attention.ipynb",),
        # A stray file beside another assignment is not guessed about.
        ("ada/ps1/problem.ipynb", "ada/problem.ipynb"),
    ],
)  # fmt: skip
def test_what_lies_where_it_should_is_not_misplaced(tmp_path, places):
    assert said_of(tmp_path, *places) == {}


def test_a_notebook_without_a_name_is_named_by_its_file(tmp_path):
    message = said_of(tmp_path, "attention.ipynb")["attention.ipynb"]
    assert message.endswith("move it to submitted/STUDENT/attention/")


def test_a_link_is_no_misplaced_folder(tmp_path):
    """It is named as a link elsewhere, and never entered."""
    (tmp_path / "submitted/ada").mkdir(parents=True)
    (tmp_path / "submitted/ada/Attention").symlink_to("../eve/Attention")
    assert set(said_of(tmp_path, "eve/Attention/attention.ipynb")) == {"eve"}
