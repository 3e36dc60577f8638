"""Names that stand in courses' own files keep working after a package was renamed."""

import importlib

import pytest

EARLIER = ("nbgrader_edge", "nbgrader_edge.exports", "oracle")
TODAY = ("nbgrader_adapter", "nbgrader_adapter.exports", "checks")


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        (EARLIER[0], TODAY[0], "GradeOutside"),
        (EARLIER[0], TODAY[0], "adopt_renamed"),
        (EARLIER[1], TODAY[1], "PartsExporter"),
        (EARLIER[2], TODAY[2], "Student"),
        (EARLIER[2], TODAY[2], "part"),
    ],
)
def test_an_earlier_name_gives_the_same_object(old: str, new: str, name: str) -> None:
    """A class of the earlier name is the class itself, not a copy of it."""
    earlier, today = (importlib.import_module(f"autograder.{path}") for path in (old, new))
    assert getattr(earlier, name) is getattr(today, name)
