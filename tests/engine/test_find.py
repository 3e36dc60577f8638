"""Which file of a submission is its notebook: found, or said that nothing says which is meant."""

import hashlib
import json
import os
from pathlib import Path

import pytest

from autograder.core.errors import SubmissionUnreadable
from autograder.notebook.find import adopt, handed_in_as

NAME = "attention.ipynb"


def notebook(answer: str, output: str = "") -> bytes:
    """A notebook with one cell."""
    outputs = [{"output_type": "stream", "name": "stdout", "text": output}] if output else []
    cell = {"cell_type": "code", "source": answer, "metadata": {}, "outputs": outputs}
    return json.dumps({"cells": [cell], "nbformat": 4}).encode()


def put(folder: Path, **files: bytes) -> None:
    """Write files; `_1` in a name stands for " (1)"."""
    for name, data in files.items():
        (folder / f"{name.replace('_', ' (')}{')' if '_' in name else ''}.ipynb").write_bytes(data)


def adopted(folder: Path) -> bytes:
    """What is graded."""
    return adopt(folder, NAME).read_bytes()


def test_a_renamed_file_handed_in_again_counts(tmp_path: Path) -> None:
    """The copy that was made of the first one does not stand in its way."""
    put(tmp_path, attention_1=notebook("first"))
    assert adopted(tmp_path) == notebook("first")
    put(tmp_path, attention_1=notebook("second"))
    assert adopted(tmp_path) == notebook("second")


def test_a_renamed_file_counts_whatever_its_time(tmp_path: Path) -> None:
    """An archive is unpacked with the times of the student's machine."""
    put(tmp_path, attention_1=notebook("first"))
    adopt(tmp_path, NAME)
    put(tmp_path, attention_1=notebook("second"))
    os.utime(tmp_path / "attention (1).ipynb", (0, 0))
    assert adopted(tmp_path) == notebook("second")


def test_a_renamed_file_replaced_by_another_renamed_one_counts(tmp_path: Path) -> None:
    put(tmp_path, attention_1=notebook("first"))
    adopt(tmp_path, NAME)
    (tmp_path / "attention (1).ipynb").unlink()
    put(tmp_path, attention_2=notebook("second"))
    assert adopted(tmp_path) == notebook("second")
    assert "(2)" in handed_in_as(tmp_path / NAME)[0].en


def test_a_renamed_file_handed_in_again_in_pieces_is_not_graded_by_the_first(
    tmp_path: Path,
) -> None:
    put(tmp_path, attention_1=notebook("first"))
    adopt(tmp_path, NAME)
    put(tmp_path, attention_1=b"\x00\x01")
    assert adopted(tmp_path) == b"\x00\x01"


def test_two_renamed_files_of_two_times_are_two_notebooks(tmp_path: Path) -> None:
    put(tmp_path, attention_1=notebook("first"))
    adopt(tmp_path, NAME)
    put(tmp_path, attention_2=notebook("second"))
    with pytest.raises(SubmissionUnreadable, match=r"'attention \(1\).*' or 'attention \(2\)"):
        adopt(tmp_path, NAME)


def test_a_copy_is_made_once(tmp_path: Path) -> None:
    """Written anew at each look it would look handed in anew."""
    put(tmp_path, attention_1=notebook("first"))
    before = adopt(tmp_path, NAME).stat()
    assert adopt(tmp_path, NAME).stat() == before


@pytest.mark.parametrize("name", ["attention (1)", "Attention", "attention-Copy1", "attention 2"])
def test_of_two_different_notebooks_none_is_chosen(tmp_path: Path, name: str) -> None:
    put(tmp_path, attention=notebook("one"))
    (tmp_path / f"{name}.ipynb").write_bytes(notebook("two"))
    with pytest.raises(SubmissionUnreadable, match="nothing says which is meant"):
        adopt(tmp_path, NAME)


def test_an_own_notebook_put_beside_the_copied_one_is_another(tmp_path: Path) -> None:
    """It takes the place of our copy, and the first file is still there."""
    put(tmp_path, attention_1=notebook("first"))
    adopt(tmp_path, NAME)
    put(tmp_path, attention=notebook("second"))
    with pytest.raises(SubmissionUnreadable, match="nothing says which is meant"):
        adopt(tmp_path, NAME)
    (tmp_path / "attention (1).ipynb").unlink()
    assert adopted(tmp_path) == notebook("second")
    assert handed_in_as(tmp_path / NAME) == ()


def test_notebooks_that_differ_only_in_what_was_printed_are_one(tmp_path: Path) -> None:
    put(tmp_path, attention=notebook("one", "run"), attention_1=notebook("one"))
    assert adopted(tmp_path) == notebook("one", "run")


def test_a_notebook_of_another_name_beside_the_right_one_is_not_meant(tmp_path: Path) -> None:
    put(tmp_path, attention=notebook("one"), scratch=notebook("two"))
    (tmp_path / "attention-old.ipynb").write_bytes(notebook("three"))
    assert adopted(tmp_path) == notebook("one")


def test_of_two_renamed_notebooks_no_script_is_chosen_instead(tmp_path: Path) -> None:
    put(tmp_path, one=notebook("one"), two=notebook("two"))
    (tmp_path / "attention.py").write_text("def softmax_naive(x):\n    return x\n")
    with pytest.raises(SubmissionUnreadable, match=r"'one\.ipynb' or 'two\.ipynb'"):
        adopt(tmp_path, NAME)


def test_an_unreadable_notebook_is_put_aside_once_another_can_be_read(tmp_path: Path) -> None:
    put(tmp_path, attention=b"", attention_1=notebook("one"))
    assert adopted(tmp_path) == notebook("one")
    assert (tmp_path / f"{NAME}.unreadable").read_bytes() == b""
    put(tmp_path, attention_1=notebook("two"))
    assert adopted(tmp_path) == notebook("two")


@pytest.mark.parametrize("of", [b"../../ada/attention.ipynb", b"/etc/passwd", b"", b"gone.ipynb"])
def test_a_note_that_a_student_wrote_leads_nowhere(tmp_path: Path, of: bytes) -> None:
    """What a copy is a copy of is looked for among the student's own files."""
    put(tmp_path, attention=notebook("one"), scratch=notebook("one"))
    digest = hashlib.sha256(notebook("one")).hexdigest().encode()
    (tmp_path / f".{NAME}.copied").write_bytes(digest + b" " + of)
    assert adopted(tmp_path) == notebook("one")
    assert "passwd" not in str(handed_in_as(tmp_path / NAME))
