"""The release on a student's own machine: torch and Jupyter alone, real kernels."""

import json
import os
import re
import shutil
import subprocess
import venv
from collections.abc import Callable
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from autograder.authoring.make import NotebookBuilder
from autograder.notebook.build import source_notebook

ALONE = ("torch", "numpy", "nbclient", "ipykernel")
EXECUTE = "from nbclient.cli import main; main()"
OTHER_PYTHON = "DESK_PYTHON"
"""Names another environment to run in; scripts/try-torch sets it."""


def needed(names: tuple[str, ...]) -> set[str]:
    """The distributions that `names` need to run, themselves included."""
    distributions: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in distributions:
            distributions.add(name)
            needs = map(Requirement, distribution(name).requires or ())
            waiting += [r.name for r in needs if not r.marker or r.marker.evaluate({"extra": ""})]
    return distributions


def furnish(site: Path, names: set[str]) -> None:
    """Link what the distributions installed, and nothing else, into another site-packages."""
    for name in names:
        installed = distribution(name)
        for top in {file.parts[0] for file in installed.files or () if file.parts[0] != ".."}:
            if top != "__pycache__" and not (site / top).exists():
                (site / top).symlink_to(Path(str(installed.locate_file(top))))


@pytest.fixture(scope="module")
def python(tmp_path_factory) -> str:
    """A Python that has torch and Jupyter's kernel and nothing of ours or of nbgrader."""
    if OTHER_PYTHON in os.environ:
        return os.environ[OTHER_PYTHON]
    folder = tmp_path_factory.mktemp("desk")
    venv.create(folder, symlinks=True)
    furnish(next(folder.glob("lib/python*/site-packages")), needed(ALONE))
    return str(folder / "bin" / "python")


@pytest.fixture(scope="module")
def desk(python, repository, tmp_path_factory) -> Callable[..., tuple[Path, dict[str, str]]]:
    """Run all of a notebook in a fresh kernel, from another folder; the file, and the cells' text
    by id."""

    def run(frame: NotebookBuilder, edition: str = "attention") -> tuple[Path, dict[str, str]]:
        file = tmp_path_factory.mktemp("home") / "attention.ipynb"
        shutil.copy(repository / f"release/{edition}/checks.py", file.parent)
        return file, executed(python, frame, file, tmp_path_factory.mktemp("elsewhere"))

    return run


def executed(python: str, frame: NotebookBuilder, path: Path, elsewhere: Path) -> dict[str, str]:
    """The text of every code cell's outputs after "Run All" that goes on after errors."""
    path.write_bytes(frame.bytes())
    env = {key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ}
    done = subprocess.run(
        [python, "-c", EXECUTE, "--allow-errors", "--inplace", str(path)],
        cwd=elsewhere, env={**env, "OMP_NUM_THREADS": "1"}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    cells = json.loads(path.read_bytes())["cells"]
    return {c["id"]: "\n".join(map(text_of, c["outputs"])) for c in cells if "outputs" in c}


def text_of(output: dict) -> str:
    """The plain text of an output; of an error, its last lines."""
    if output["output_type"] == "error":
        return f"{output['ename']}: {output['evalue']}".replace("\n", " ")
    return "".join(output.get("text") or output["data"]["text/plain"])


@pytest.fixture(scope="module")
def finished(desk, solved) -> tuple[Path, dict[str, str]]:
    return desk(solved)


def test_the_environment_has_nothing_else(python):
    """Where these tests run the notebook, neither the grader nor nbgrader can be imported."""
    names = ("autograder", "nbgrader", "msgspec", "pytest", "ipywidgets", "matplotlib")
    code = f"from importlib.util import find_spec; print(any(map(find_spec, {names})))"
    output = subprocess.run([python, "-c", code], capture_output=True, cwd="/", env={}).stdout
    assert output == b"False\n"


def test_a_finished_notebook_runs_twice(desk, solved, finished):
    _, first = finished
    _, again = desk(solved)
    random = [cell for cell in first if first[cell] != again[cell]]

    assert [cell for cell in first if "Error" in first[cell]] == []
    assert sum("✗" in text or "○" in text for text in first.values()) == 0
    assert "15 of 15" in list(first.values())[-1]
    assert len(random) == 1  # the cell that shows dropout, which the text says to run again


def test_the_release_says_what_is_open(desk, assignment):
    release = (assignment.folder / "../../release/attention-zh/attention.ipynb").read_bytes()
    _, texts = desk(NotebookBuilder.of(release), "attention-zh")
    for part in assignment.parts:
        assert f"{part.name} 还没有写" in texts[f"test_{part.id}"]
    shown = [text for cell, text in texts.items() if not cell.startswith("test_")]
    assert not any(re.match(r"\w+Error: ", text) for text in shown)
    assert "15 个部分中有 0 个通过可见检查" in shown[-1]


OPEN = "def causal_mask(num_tokens):\n    return (num_tokens\n"
TOLD = "import sys\ntry: compile(sys.argv[1], '', 'exec')\nexcept SyntaxError as e: print(e.msg)"
"""What a Python says of code that it cannot read: 3.9 has other words than 3.11."""


def test_bad_input_is_answered_by_one_sentence(desk, python, solved, assignment):
    source = {c["id"]: "".join(c["source"]) for c in solved.notebook["cells"]}
    bad = {
        "causal_mask": OPEN,
        "context_vector": "",
        "CausalAttention": source["CausalAttention"].replace("Causal", "Casual", 1),
        "SelfAttention_v2": source["SelfAttention_v2"].replace("self.W_query(x)", "self.W_quer(x)"),
    }  # fmt: skip
    _, texts = desk(solved.answered(bad))

    error = subprocess.run([python, "-c", TOLD, OPEN], capture_output=True, text=True).stdout
    assert f"cannot read its line 2: {error.strip()}." in texts["test_causal_mask"]
    assert "context_vector is not defined yet" in texts["test_context_vector"]
    assert "found CasualAttention, expected CausalAttention" in texts["test_CausalAttention"]
    assert "has no attribute 'W_quer'" in texts["test_SelfAttention_v2"]
    for number, part in enumerate(assignment.parts, 1):
        if part.id in bad:
            sentence = texts[f"test_{part.id}"].splitlines()[-1]
            title = f"Part {number} · {part.title.en}"
            assert sentence.startswith(f"AssertionError: {title}: ")


def test_missing_checks_are_asked_for(python, assignment, tmp_path):
    notebook = NotebookBuilder.of(source_notebook(assignment, "en")).notebook
    first = next(cell for cell in notebook["cells"] if cell["cell_type"] == "code")
    texts = executed(
        python, NotebookBuilder({**notebook, "cells": [first]}), tmp_path / "a.ipynb", tmp_path
    )
    (sentence,) = texts.values()
    assert sentence.startswith("ModuleNotFoundError: checks.py is missing: put it into the folder")
    assert "缺少 checks.py" in sentence


def test_outputs_need_nothing_but_html_or_text(finished):
    """So VS Code, Colab and a page made by nbconvert show what JupyterLab shows."""
    file, _ = finished
    cells = json.loads(file.read_bytes())["cells"]
    shown = [o["data"] for c in cells for o in c.get("outputs", ()) if "data" in o]
    assert len(shown) > 20
    for data in shown:
        assert set(data) == {"text/plain", "text/html"}
        page = "".join(data["text/html"]).replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"<script|<style|<link|<iframe|https?:|var\(--|\son\w+=", page)


def test_validate_is_readable_on_the_release(run, repository, assignment, tmp_path):
    for name in ("checks.py", "attention.ipynb"):
        shutil.copy(repository / "release/attention-zh" / name, tmp_path)
    output = run(tmp_path, "nbgrader", "validate", "attention.ipynb").stdout
    assert "FAILED ON 15 CELL(S)" in output
    assert not any(line.endswith("...") for line in output.splitlines())
    assert "Traceback" not in output
    for number, part in enumerate(assignment.parts, 1):
        title = f"第 {number} 部分 · {part.title.zh}"
        assert f"AssertionError: {title}：{part.name}" in output.replace("\n", "")
