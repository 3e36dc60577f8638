"""An assignment as bytes, for the workers of a cluster."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from autograder.core.assignment.load import graded_by, load
from autograder.core.assignment.plan import Assignment, Edition
from autograder.course import LoadedAssignment
from autograder.grading.report_cache import versions
from autograder.worker.files import put


@dataclass(frozen=True)
class AssignmentBundle:
    """All that grading depends on besides a submission and the installed package.

    `files` are those that the digest of the assignment `id` is made of, by path in its folder;
    `versions` are the sender's; `accept_weaker`: a worker may lack a layer of isolation.
    """

    id: str
    edition: Edition
    files: Mapping[str, bytes]
    released: bytes
    versions: Mapping[str, str]
    accept_weaker: bool = False

    @classmethod
    def of(cls, loaded: LoadedAssignment, accept_weaker: bool = False) -> Self:
        """The bundle of one edition as it lies in its folder now."""
        folder = loaded.assignment.folder
        files = {str(path.relative_to(folder)): path.read_bytes() for path in graded_by(folder)}
        id_ = loaded.assignment.id
        return cls(id_, loaded.edition, files, loaded.released, versions(), accept_weaker)

    def unpack(self, parent: Path) -> Assignment:
        folder = parent / self.id
        put(self.files, folder)
        return load(folder)


def differing(found: Mapping[str, str], here: Mapping[str, str]) -> str:
    """Which versions differ, for a sentence; empty if none does."""
    return ", ".join(
        f"{name} {found.get(name, 'unknown')} where this machine has {version}"
        for name, version in here.items()
        if found.get(name) != version
    )
