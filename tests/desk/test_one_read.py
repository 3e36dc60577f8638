"""The way of a submission's bytes, from the command to the gradebook."""

import re
import shutil
import subprocess
import sys

import pytest
from made_up import resubmitted

PROGRAM = """
import os, sys, threading
log = os.open(sys.argv.pop(1), os.O_WRONLY | os.O_APPEND | os.O_CREAT)
path = sys.argv.pop(1)
data = open(path, "rb").read()
engine = os.path.abspath(sys.argv.pop(1)) + os.sep

def note(kind, text):
    os.write(log, (kind + " " + text + chr(10)).encode())

def opened(event, args):
    # It is opened by way of a descriptor of its folder.
    named = event == "open" and os.path.basename(str(args[0])) == os.path.basename(path)
    if named and os.path.realpath(args[0]) == os.path.realpath(path):
        note("open", path)

INNER = {"Submission": "held", "HandedIn": "submissions", "Work": "to_grade"}

def holds(value, depth=3):
    if type(value) is bytes:
        return value == data
    if type(value).__name__ in INNER:
        return holds(getattr(value, INNER[type(value).__name__]), depth)
    inner = value.values() if type(value) is dict else value if type(value) is list else ()
    return depth > 0 and any([holds(one, depth - 1) for one in inner])

def called(frame, event, _):
    file = frame.f_code.co_filename
    if event == "call" and file.startswith(engine):
        count = frame.f_code.co_argcount + frame.f_code.co_kwonlyargcount
        values = [frame.f_locals.get(name) for name in frame.f_code.co_varnames[:count]]
        if any([holds(value) for value in values]):
            note("file", file[len(engine):])

# Imports are slower under a profile, and none of them sees a submission.
from tests.fork_server import import_all
import_all()
from autograder.cli import main
sys.addaudithook(opened)
sys.setprofile(called)
main()
"""
"""Runs a command, and notes when a file is opened and which files of the engine see its bytes.

The processes that grade inherit both hooks by fork.
"""


@pytest.fixture(scope="module")
def noted(repository, generated, tmp_path_factory, solved, submit) -> list[tuple[str, str]]:
    root = shutil.copytree(generated, tmp_path_factory.mktemp("one-read") / "course")
    file = submit(root, "ada", resubmitted(solved, "ada"))
    log = root / "log"
    command = [sys.executable, "-c", PROGRAM, str(log), str(file), str(repository / "autograder")]
    done = subprocess.run(
        [*command, "grade", "attention", "--accept-published-numbers"],
        cwd=root, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert (root / "autograded/ada/attention/attention.ipynb").is_file()
    return [(line[:4], line[5:]) for line in log.read_text().splitlines()]


def test_a_submission_is_read_once(noted):
    """From the command to the gradebook and the table; the test itself read it beforehand."""
    assert [kind for kind, _ in noted].count("open") == 1


def test_its_bytes_pass_through_the_files_that_the_design_lists(noted, repository):
    files = {name for kind, name in noted if kind == "file"}
    design = (repository / "DESIGN.md").read_text("utf-8")
    section = design.split("### Files whose functions are handed a submission's bytes")[1].split(
        "\n#"
    )[0]
    assert set(re.findall(r"^\d+\. `([\w/]+\.py)`", section, re.MULTILINE)) == files
    assert len(files) <= 10
