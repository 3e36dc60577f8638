"""`import autograder`: what another program needs to grade a notebook."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import autograder
from autograder.authoring.make import NotebookBuilder

BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)


@pytest.fixture(scope="module")
def example(repository: Path) -> str:
    """The program in the README."""
    (found,) = BLOCK.findall((repository / "README.md").read_text("utf-8"))
    return str(found)


def test_the_readmes_program_grades_a_notebook(
    example: str, repository: Path, solved: NotebookBuilder, tmp_path: Path
) -> None:
    """It prints the points, in a process that has nothing else of ours."""
    (tmp_path / "my-course").symlink_to(repository)
    (tmp_path / "attention.ipynb").write_bytes(solved.bytes())
    done = subprocess.run(
        [sys.executable, "-c", example], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.stdout == "100.0\n", done.stderr


@pytest.mark.parametrize("name", autograder.__all__)
def test_every_public_name_is_there_and_explained(name: str) -> None:
    found = getattr(autograder, name)
    assert name == "__version__" or found.__doc__


def test_a_name_that_is_not_public_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Graders'"):
        _ = autograder.Graders


def test_importing_the_package_imports_nothing_heavy() -> None:
    """`autograder --help` and the sandboxed worker import it too."""
    heavy = "{'torch', 'nbgrader', 'msgspec'}"
    look = f"import sys, autograder; print(sorted({heavy} & {{*sys.modules}}))"
    done = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_package_says_that_it_is_typed(repository: Path) -> None:
    assert (repository / "autograder/py.typed").is_file()
