"""Where a class is graded: on the cores of this machine, or on a cluster."""

import importlib.util
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from autograder.cluster.assignment_bundle import AssignmentBundle
from autograder.core.assignment import Assignment, Edition
from autograder.core.errors import ClusterUnusable
from autograder.grading.pool import Graded
from autograder.notebook.submission import Submission
from autograder.sandbox.host import Host, warm_host
from autograder.sandbox.isolation import choose


@dataclass(frozen=True)
class Pool:
    """Grades submissions in `jobs` processes, or on the cluster of `scheduler` if there is one.

    torch and Dask are imported only when there is something to grade. `warm` is a warm process
    that somebody has started for it; `kept` is the folder of what specimens come to.
    """

    plan: Assignment
    edition: Edition
    released: bytes
    jobs: int
    accept_weaker: bool = False
    scheduler: str = ""
    warm: Host | None = None
    kept: Path | None = None

    def __call__(self, submissions: Mapping[str, Submission]) -> Iterator[Graded]:
        """Results in the order in which they are ready.

        Raises:
            ClusterUnusable: the cluster cannot be graded on, or Dask is not installed.
            SandboxUnavailable: a layer of isolation is missing here, and weaker is not accepted.
        """
        if self.scheduler:
            if importlib.util.find_spec("distributed") is None:
                raise ClusterUnusable(
                    "--scheduler needs Dask: pip install 'attention-autograder[distributed]'"
                )
            from autograder.cluster import run

            bundle = AssignmentBundle.of(self.plan, self.edition, self.released, self.accept_weaker)
            yield from run.grade_all(self.scheduler, bundle, submissions)
            return
        warm = self.warm or warm_host(self.plan, choose(accept_weaker=self.accept_weaker))
        # Closed also where suites cannot be collected, before anybody waits for it.
        with closing(warm):
            warm.start()
            # Only now: torch is imported here while the warm process imports it there.
            from autograder.grading.grader import Grader
            from autograder.grading.pool import grade_all

            grader = Grader(self.plan, self.edition, self.released, warm, kept=self.kept)
            with warm:
                yield from grade_all(grader.examine, submissions, self.jobs)
