"""The grader that stays warm between the submissions of one nbgrader process."""

import atexit
from dataclasses import dataclass

from autograder.course import LoadedAssignment
from autograder.grading.service import GraderService
from autograder.sandbox.isolation import choose


@dataclass(frozen=True)
class ServiceKey:
    """What a warm grader grades by, by content: a server that runs for weeks sees edits."""

    loaded: LoadedAssignment
    accept_weaker: bool


class WarmService:
    """At most one warm process: another assignment, or an edited one, takes its place."""

    def __init__(self) -> None:
        self._wanted: ServiceKey | None = None
        self._service: GraderService | None = None
        atexit.register(self.close)

    def service(self, wanted: ServiceKey) -> GraderService:
        """The grader for this assignment as it is now.

        Raises:
            SandboxUnavailable: a layer of isolation is missing, and weaker is not accepted.
        """
        if self._service is None or wanted != self._wanted:
            self.close()
            rings = choose(accept_weaker=wanted.accept_weaker)
            self._service, self._wanted = GraderService(wanted.loaded, rings), wanted
        return self._service

    def close(self) -> None:
        """End the warm process."""
        if self._service is not None:
            self._service.close()
        self._service = self._wanted = None


WARM = WarmService()
"""nbgrader makes its preprocessors anew for each submission: nothing else lasts longer."""
