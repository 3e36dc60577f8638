"""Where a class is graded: on the cores of this machine, or on a cluster, as a bundle of bytes."""

import importlib.util
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from autograder.core.assignment import Assignment, Edition
from autograder.core.assignment.load import graded_by, load
from autograder.core.errors import ClusterUnusable
from autograder.grading.pool import Graded
from autograder.grading.versions import versions
from autograder.notebook.submission import Submission
from autograder.sandbox.host import Host, warm_host
from autograder.sandbox.isolation import choose


@dataclass(frozen=True)
class AssignmentBundle:
    """All that grading depends on besides a submission and the installed package.

    Attributes:
        id: The assignment's id, the name of its folder.
        files: The files that its digest is made of, by path in that folder.
        released: The released notebook of the edition.
        versions: Of the machine that sends the bundle.
        accept_weaker: Whether a worker may lack a layer of isolation.
    """

    id: str
    edition: Edition
    files: Mapping[str, bytes]
    released: bytes
    versions: Mapping[str, str]
    accept_weaker: bool = False

    @classmethod
    def of(
        cls, assignment: Assignment, edition: Edition, released: bytes, accept_weaker: bool = False
    ) -> Self:
        """The bundle of one edition as it lies in its folder now."""
        files = {
            str(path.relative_to(assignment.folder)): path.read_bytes()
            for path in graded_by(assignment.folder)
        }
        return cls(assignment.id, edition, files, released, versions(), accept_weaker)

    def unpack(self, room: Path) -> Assignment:
        """The assignment, its files written to a new folder in `room`."""
        folder = room / self.id
        for name, data in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        return load(folder)


def differing(found: Mapping[str, str], here: Mapping[str, str]) -> str:
    """Which versions differ, for a sentence; empty if none does."""
    return ", ".join(
        f"{name} {found.get(name, 'unknown')} where this machine has {version}"
        for name, version in here.items()
        if found.get(name) != version
    )


@dataclass(frozen=True)
class Pool:
    """Grades submissions in `jobs` processes, or on the cluster of `scheduler` if there is one.

    torch and Dask are imported only when there is something to grade. `warm` is a warm process
    that somebody has started for it.
    """

    plan: Assignment
    edition: Edition
    released: bytes
    jobs: int
    accept_weaker: bool = False
    scheduler: str = ""
    warm: Host | None = None

    def __call__(self, submissions: Mapping[str, Submission]) -> Iterator[Graded]:
        """Results in the order in which they are ready.

        Raises:
            ClusterUnusable: the cluster cannot be graded on, or Dask is not installed.
            SandboxUnavailable: a layer of isolation is missing here, and weaker is not accepted.
        """
        return self._afar(submissions) if self.scheduler else self._here(submissions)

    def _here(self, submissions: Mapping[str, Submission]) -> Iterator[Graded]:
        warm = self.warm or warm_host(self.plan, choose(accept_weaker=self.accept_weaker))
        # Closed also where suites cannot be collected, before anybody waits for it.
        with closing(warm):
            warm.start()
            # Only now: torch is imported here while the warm process imports it there.
            from autograder.grading.grader import Grader
            from autograder.grading.pool import grade_all

            grader = Grader(self.plan, self.edition, self.released, warm)
            with warm:
                yield from grade_all(grader.examine, submissions, self.jobs)

    def _afar(self, submissions: Mapping[str, Submission]) -> Iterator[Graded]:
        if importlib.util.find_spec("distributed") is None:
            raise ClusterUnusable(
                "--scheduler needs Dask: pip install 'attention-autograder[distributed]'"
            )
        from autograder.cluster.run import grade_all

        bundle = AssignmentBundle.of(self.plan, self.edition, self.released, self.accept_weaker)
        yield from grade_all(self.scheduler, bundle, submissions)
