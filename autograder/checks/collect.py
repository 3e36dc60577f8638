"""pytest collects the hidden suites: files, marks, cases, rewritten assertions. What it collects is
called without its own protocol, which costs more than most checks do.
"""

import re
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from autograder.checks.items import Case, CheckCase, check_case, the_case
from autograder.core.assignment.given import importable
from autograder.core.assignment.plan import Assignment
from autograder.core.errors import CourseError

UNNEEDED = (
    "cacheprovider", "terminal", "junitxml", "pastebin", "stepwise", "faulthandler", "logging",
    "capture", "warnings", "doctest", "unittest", "nose", "debugging", "setuponly", "setupplan",
    "threadexception", "unraisableexception", "recwarn", "tmpdir", "monkeypatch", "subtests",
)  # fmt: skip
"""Plugins of pytest's own that have no part in collecting checks."""
ENVIRONMENT = {"PYTEST_ADDOPTS": "", "PYTEST_PLUGINS": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
"""Without a user's options and installed plugins, which would choose or sort the checks."""
PLACE = re.compile(r"\.py:\d+: ")
"""A line of pytest's that says where an error was raised."""


def collected(assignment: Assignment, cases: Mapping[str, Case]) -> tuple[CheckCase, ...]:
    """Every check on every case of its own, in order; CourseError if they cannot be collected."""
    hidden = assignment.folder / "hidden"
    # Imported by file name: an edited suite, or another assignment's, would be the one before.
    for suite in hidden.glob("test_*.py"):
        sys.modules.pop(suite.stem, None)
    plugin = _Collection(cases, assignment.languages)
    arguments = [str(hidden), f"--rootdir={hidden}", f"--confcutdir={hidden}", "-c", "/dev/null"]
    arguments += ["--import-mode=importlib", *(f"-pno:{name}" for name in UNNEEDED)]
    try:
        with pytest.MonkeyPatch.context() as patch, importable(assignment.folder):
            for name, value in ENVIRONMENT.items():
                patch.setenv(name, value)
            code = pytest.main(arguments, plugins=[plugin])
        if code is pytest.ExitCode.INTERRUPTED:
            raise KeyboardInterrupt
    except (Exception, SystemExit) as error:
        plugin.trouble += "".join(traceback.format_exception(error))
    if not plugin.cases:
        raise CourseError(f"the hidden suites cannot be collected: {_reason(hidden, plugin)}")
    functions = {case.info.id: case.run for case in plugin.cases}
    if twice := [case.info.id for case in plugin.cases if case.run is not functions[case.info.id]]:
        raise CourseError(f"there are two checks {twice[0]} in {hidden}: rename one of them")
    texts = [text for case in plugin.cases for text in (case.info.sentence, case.info.hint) if text]
    parts = {case.part for case in plugin.cases} ^ {part.id for part in assignment.parts}
    if parts or not all(text.en and text.zh for text in texts):
        point = f"the parts ({', '.join(sorted(parts))})" if parts else "the languages"
        raise CourseError(
            f"the hidden suites and assignment.toml do not agree on {point}; `autograder check"
            f" {assignment.id}` says where"
        )
    return plugin.cases


def _reason(hidden: Path, plugin: "_Collection") -> str:
    """Where and what: of pytest's report, a page long, the errors alone."""
    for suite in sorted(hidden.glob("[!.]*.py")):
        try:
            compile(suite.read_bytes(), suite, "exec")
        except SyntaxError as error:
            return f"{suite}, line {error.lineno}: {error.msg}"
    lines = [line.strip() for line in plugin.trouble.splitlines() if line.strip()]
    errors = [line.removeprefix("E").strip() for line in lines if line.startswith("E  ")]
    places = [line for line in lines if PLACE.search(line)]
    return "; ".join([*errors[-2:], *places[-1:]] or lines[-2:] or ["there is no test in them"])


class _Collection:
    """The pytest plugin: gives checks their cases, and keeps them in the place of running them."""

    def __init__(self, cases: Mapping[str, Case], languages: tuple[str, ...]) -> None:
        self.cases: tuple[CheckCase, ...] = ()
        self.trouble = ""
        self._cases = cases
        self._languages = languages

    def pytest_configure(self, config: pytest.Config) -> None:
        config.addinivalue_line("markers", "part(id, ...): the part that a check judges")
        config.addinivalue_line("markers", "limits(memory, computing, of): what an answer may cost")

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        mark = metafunc.definition.get_closest_marker("part")
        if mark and "case" in metafunc.fixturenames:
            names = mark.kwargs["cases"]
            cases = [the_case(f"{mark.args[0]}/{name}", self._cases) for name in names]
            metafunc.parametrize("case", cases, ids=names)

    def pytest_exception_interact(self, call: Any, report: Any) -> None:
        # An error of ours says what to do; pytest would put its class and our own line around it.
        ours = isinstance(call.excinfo.value, CourseError)
        self.trouble += f"E  {call.excinfo.value}\n" if ours else str(report.longrepr)[-2000:]

    def pytest_runtestloop(self, session: Any) -> bool:
        if not session.testsfailed:
            try:
                self.cases = tuple(check_case(item, self._languages) for item in session.items)
            except CourseError as error:
                # pytest would print a traceback of its own.
                self.trouble = f"E  {error}"
        return True
