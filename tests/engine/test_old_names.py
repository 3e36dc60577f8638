"""Names that stand in courses' own files keep working after a package was renamed."""

import importlib

import pytest


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("autograder.nbgrader_adapter", "autograder.nbgrader_adapter", "GradeOutside"),
        ("autograder.nbgrader_adapter", "autograder.nbgrader_adapter", "adopt_renamed"),
        ("autograder.checks", "autograder.checks", "Student"),
        ("autograder.checks", "autograder.checks", "part"),
    ],
)
def test_an_earlier_name_gives_the_same_object(old: str, new: str, name: str) -> None:
    """A class of the earlier name is the class itself, not a copy of it."""
    earlier, today = importlib.import_module(old), importlib.import_module(new)
    assert getattr(earlier, name) is getattr(today, name)


def test_an_exporter_is_found_under_its_earlier_name() -> None:
    """`nbgrader export --exporter=` takes the path that scripts of last year hold."""
    exports = importlib.import_module("autograder.nbgrader_adapter.exports")
    assert exports.PartsExporter.__name__ == "PartsExporter"
