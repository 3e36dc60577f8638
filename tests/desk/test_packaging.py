"""What is in the wheel, and that a developer's install reads the checkout."""

import subprocess
import zipfile
from pathlib import Path
from typing import Any

CARRIED = "autograder/authoring/templates/bundled/"


def test_the_wheel_carries_the_assignments_whole(wheel: Path, repository: Path) -> None:
    """Every file of assignments/ is in the wheel, byte for byte; what Python caches is not."""
    with zipfile.ZipFile(wheel) as packed:
        found = {
            name.removeprefix(CARRIED): packed.read(name)
            for name in packed.namelist()
            if name.startswith(f"{CARRIED}assignments/")
        }
    wanted = {
        str(path.relative_to(repository)): path.read_bytes()
        for path in (repository / "assignments").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert found == wanted


def test_the_wheel_holds_nothing_else_of_the_repository(wheel: Path) -> None:
    """The package and its metadata: no tests, no rooms, no scripts."""
    with zipfile.ZipFile(wheel) as packed:
        tops = {name.split("/")[0] for name in packed.namelist()}
    assert {top.partition("-")[0] for top in tops} == {"autograder", "attention_autograder"}


def test_an_editable_install_reads_the_checkout(editable: Any, repository: Path) -> None:
    """`pip install --editable .` leaves the assignments where they are edited."""
    look = "from autograder.authoring.templates.course import bundled; print(bundled())"
    done = subprocess.run(
        [editable.folder / "bin/python", "-c", look],
        cwd=editable.folder, env=editable.env(), capture_output=True, text=True,
    )  # fmt: skip
    assert done.stdout.strip() == str(repository), done.stderr
