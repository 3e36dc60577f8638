"""Whether a process that keeps others waiting sleeps, or has computed for too long."""

import math
import time

from autograder.worker.orders import Finding

LOOK_SECONDS = 0.1
LOOKS = 20
"""A machine that was asleep itself, or busy with something else, took no looks meanwhile."""

LOOKING = LOOKS * LOOK_SECONDS
"""So many seconds it takes until somebody is found asleep."""

SHARE = 0.02
"""Of the time that passes: whoever computes gets more of a processor than this."""


class Suspicion:
    """One process under suspicion, from now on; `seconds` are all it may have computed."""

    def __init__(self, pid: int, seconds: float) -> None:
        # The kernel's number for the processor time of another process (clock_getcpuclockid).
        self._clock = (~pid << 3) | 2
        self._seconds = seconds
        self._used = self._time()
        self._next = time.monotonic() + LOOK_SECONDS
        self._left = LOOKS

    def finding(self) -> Finding | None:
        """What has been found out; None as long as that is nothing."""
        now = time.monotonic()
        if now < self._next:
            return None
        self._next = now + LOOK_SECONDS
        self._left -= 1
        used = self._time()
        if self._seconds < used < math.inf:
            return Finding.OVERDUE
        if self._left:
            return None
        asleep = used - self._used < SHARE * LOOKING
        return Finding.ASLEEP if asleep else Finding.INNOCENT

    def _time(self) -> float:
        try:
            return time.clock_gettime(self._clock)
        except OSError:
            # It has ended, and nobody waits for it any more.
            return math.inf
