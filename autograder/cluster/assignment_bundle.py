"""An assignment as bytes, for the workers of a cluster."""

from collections.abc import Mapping
from pathlib import Path

from autograder.core.assignment.load import graded_by, load
from autograder.core.assignment.plan import Assignment
from autograder.course import LoadedAssignment
from autograder.grading.report_cache import versions
from autograder.worker.files import put


class AssignmentBundle:
    """All that grading depends on besides a submission and the installed package: one edition as it
    lies in its folder now.

    `files` are those that the digest of the assignment `id` is made of, by path in its folder;
    `versions` are the sender's; `accept_weaker`: a worker may lack a layer of isolation.
    """

    def __init__(self, loaded: LoadedAssignment, accept_weaker: bool = False) -> None:
        folder, self.id = loaded.assignment.folder, loaded.assignment.id
        self.edition, self.released = loaded.edition, loaded.released
        self.files = {
            str(path.relative_to(folder)): path.read_bytes() for path in graded_by(folder)
        }
        self.versions, self.accept_weaker = versions(), accept_weaker

    def unpack(self, parent: Path) -> Assignment:
        folder = parent / self.id
        put(self.files, folder)
        return load(folder)


def differing(installed: Mapping[str, str], expected: Mapping[str, str]) -> str:
    """Which versions differ, for a sentence; empty if none does."""
    return ", ".join(
        f"{name} {installed.get(name, 'unknown')} where this machine has {version}"
        for name, version in expected.items()
        if installed.get(name) != version
    )
