"""A submission's folder may be replaced by a link to a neighbour's while it is read."""

from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.core import atomic_file
from autograder.core.errors import SubmissionUnreadable
from autograder.notebook.folder import held, read_plain
from autograder.notebook.submission import Submission

OPEN = Path("/proc/self/fd")


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """Two submissions, each with a notebook that says whose it is."""
    for student in ("ada", "eve"):
        folder = tmp_path / "submitted" / student / "small"
        folder.mkdir(parents=True)
        (folder / "small.ipynb").write_text(student)
    return tmp_path / "submitted"


def link_folder(room: Path) -> None:
    (room / "eve/small").rename(room / "eve/aside")
    (room / "eve/small").symlink_to(room / "ada/small")


def link_student(room: Path) -> None:
    (room / "eve").rename(room / "aside")
    (room / "eve").symlink_to(room / "ada")


def link_file(room: Path) -> None:
    (room / "eve/small/small.ipynb").unlink()
    (room / "eve/small/small.ipynb").symlink_to(room / "ada/small/small.ipynb")


@pytest.mark.parametrize("swapped", [link_folder, link_student, link_file])
def test_what_has_become_a_link_is_not_read(room: Path, swapped: Callable[[Path], None]) -> None:
    mine = room / "eve/small/small.ipynb"
    assert Submission.read("eve", mine).data == b"eve"
    swapped(room)
    with pytest.raises((SubmissionUnreadable, OSError)):
        read_plain(mine)


@pytest.mark.parametrize("swapped", [link_folder, link_student])
def test_nothing_is_written_into_a_neighbours_folder(
    room: Path, swapped: Callable[[Path], None]
) -> None:
    with held(room / "eve/small") as here:
        swapped(room)
        atomic_file.write(here / "small.ipynb", b"eve's own")
    assert (room / "ada/small/small.ipynb").read_text() == "ada"
    with (
        pytest.raises(SubmissionUnreadable, match="links are not followed"),
        held(room / "eve/small"),
    ):
        pass


def test_submitted_itself_may_be_a_link(room: Path, tmp_path: Path) -> None:
    """That is how an instructor lays out disks."""
    (tmp_path / "course").mkdir()
    (tmp_path / "course/submitted").symlink_to(room)
    assert read_plain(tmp_path / "course/submitted/ada/small/small.ipynb") == b"ada"


def test_no_descriptor_is_left(room: Path) -> None:
    before = len(list(OPEN.iterdir()))
    read_plain(room / "ada/small/small.ipynb")
    with pytest.raises(FileNotFoundError):
        read_plain(room / "nobody/small/small.ipynb")
    assert len(list(OPEN.iterdir())) == before
