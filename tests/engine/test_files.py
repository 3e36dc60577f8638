"""The folder of a worker, put back before each check."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.worker.files import KEPT_BYTES, Files


@pytest.fixture
def folder(tmp_path) -> Iterator[Path]:
    """A folder that this process stands in, and goes away from."""
    before = Path.cwd()
    os.chdir(tmp_path)
    yield tmp_path
    os.chdir(before)


def kept(folder: Path) -> Files:
    """What is there now is put back by its `restore`."""
    files = Files(str(folder), {})
    files.restore()
    return files


def test_what_later_cells_write_stays(folder):
    files = kept(folder)
    files.cells_run()
    (folder / "later").touch()
    files.restore()
    assert (folder / "later").exists()


def test_links_and_large_files_are_left_and_never_followed(folder, tmp_path):
    outside = tmp_path.parent / f"{tmp_path.name}-outside"
    outside.mkdir()
    (outside / "kept").write_text("x")
    (folder / "large").write_bytes(bytes(KEPT_BYTES + 1))
    files = kept(folder)
    (folder / "link").symlink_to(outside)
    files.restore()
    assert [path.name for path in folder.iterdir()] == ["large"]
    assert (outside / "kept").read_text() == "x"


def test_what_stands_in_the_place_of_a_file_is_not_written_through(folder):
    names = ("folder", "link", "hard", "other")
    for name in names:
        (folder / name).write_text(f"{name} of a cell")
    files = kept(folder)
    for name in ("folder", "link", "hard"):
        (folder / name).unlink()
    (folder / "folder/below").mkdir(parents=True)
    (folder / "link").symlink_to(folder / "other")
    os.link(folder / "other", folder / "hard")
    files.restore()
    assert [(folder / name).read_text() for name in names] == [f"{n} of a cell" for n in names]
    assert not (folder / "link").is_symlink()


def test_a_folder_that_has_gone_is_left_for_the_whole_one(folder):
    (folder / "gone").mkdir()
    os.chdir("gone")
    (folder / "gone").rmdir()
    kept(folder).restore()
    assert Path.cwd() == folder
