"""From the exchange to submitted/, whole or not at all."""

import shutil

from msgspec.structs import replace

from autograder.watching.backend import Arrival, Backend
from autograder.watching.events import Events, Watched
from autograder.watching.folders import Looks, complete, contents, whole_copy
from autograder.watching.state_file import StateFile, StudentState


class Collector:
    """Collects a student's newest submission once it is still; nbgrader's collect copies it."""

    def __init__(
        self, watched: Watched, backend: Backend, journal: StateFile, events: Events
    ) -> None:
        self._watched = watched
        self._backend = backend
        self._journal = journal
        self._events = events
        self._looks = Looks()
        self._seen: dict[str, tuple[str, ...]] = {}
        self._whole: set[str] = set()

    def inbound(self) -> dict[str, tuple[str, ...]]:
        """The students of whom something is in the exchange that was not there before."""
        every = self._backend.inbound().items()
        return {student: names for student, names in every if self._seen.get(student) != names}

    def took_whole(self, student: str) -> bool:
        """Whether the student's copy has just been compared with the exchange; asked once."""
        whole = student in self._whole
        self._whole.discard(student)
        return whole

    def fetch(self, student: str, names: tuple[str, ...]) -> bool:
        """Collect the student's newest submission; True if it is not still yet.

        Raises:
            Refused: it must not be collected.
        """
        arrival = self._backend.arrival(student, self._state(student).collecting)
        if arrival is None:
            self._seen[student] = names
            return False
        before = contents(arrival.folder)
        if not self._looks.steady(arrival.folder, before) or not complete(before):
            return True
        self._copy(arrival)
        if not whole_copy(contents(self._watched.submitted(student)), before):
            self._events.say(student, "changed while it was copied; it is copied again")
            return True
        self._journal.put(student, replace(self._state(student), collecting=False))
        self._seen[student] = names
        self._whole.add(student)
        self._events.say(student, f"collected, handed in at {arrival.at:%Y-%m-%d %H:%M:%S} UTC")
        return False

    def _copy(self, arrival: Arrival) -> None:
        state = self._state(arrival.student)
        if state.collecting:
            # nbgrader takes a torn copy that has its timestamp for a good one and leaves it.
            shutil.rmtree(self._watched.submitted(arrival.student), ignore_errors=True)
        self._journal.put(arrival.student, replace(state, collecting=True))
        self._backend.collect(arrival.student)

    def _state(self, student: str) -> StudentState:
        return self._journal.student(student) or StudentState()
