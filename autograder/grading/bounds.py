"""What one submission may cost the process that reads and judges it: computing time and memory.

Every reader of a stranger's bytes has bounds of its own; where one of them has a gap, the kernel
counts. What the submission's own code computes is not part of it.
"""

import resource
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from autograder.core.errors import OURS, AutograderError, GraderFault, SubmissionUnreadable, problem
from autograder.core.model import Examined, Graded


@dataclass(frozen=True)
class Bounds:
    """Of one submission: an ordinary one takes 1 % of this time and 10 % of this memory."""

    cpu_seconds: float = 30
    memory_mb: int = 1024

    @property
    def too_slow(self) -> str:
        return f"it takes more than {self.cpu_seconds:g} s of computing to read"

    @contextmanager
    def kept(self, *, ends_process: bool = False) -> Iterator[None]:
        """Keep within the bounds for the block.

        A process that `ends_process` is ended by the kernel when the time is over, whatever it is
        doing. Any other goes on after the block; outside of a main thread it has no bound of time.
        Raises SubmissionUnreadable if it was beyond one of them.
        """
        with self._time(ends_process), self._memory():
            try:
                yield
            except MemoryError:
                text = f"it takes more than {self.memory_mb} MB of memory to read"
                raise SubmissionUnreadable(text) from None
            except RecursionError:
                raise SubmissionUnreadable("it is nested too deep to read") from None

    @contextmanager
    def _time(self, ends_process: bool) -> Iterator[None]:
        if threading.current_thread() is not threading.main_thread():
            # Nobody but a main thread is told by a signal, and nobody else must end the process.
            yield
            return
        before = signal.signal(signal.SIGPROF, signal.SIG_DFL if ends_process else self._stop)
        # Not by RLIMIT_CPU: it counts from the process's birth, by ticks, which go wrong by seconds
        # in hours, and nobody can ask for that count.
        timer = signal.setitimer(signal.ITIMER_PROF, self.cpu_seconds, 1)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, *timer)
            signal.signal(signal.SIGPROF, before)

    def _stop(self, *_: object) -> NoReturn:
        raise SubmissionUnreadable(self.too_slow)

    @contextmanager
    def _memory(self) -> Iterator[None]:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[5])
        most = pages * resource.getpagesize() + (self.memory_mb << 20)
        soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
        # There may be a lower limit already.
        limits = [most, *(limit for limit in (soft, hard) if limit != resource.RLIM_INFINITY)]
        resource.setrlimit(resource.RLIMIT_DATA, (min(limits), hard))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


BOUNDS = Bounds()


def tried_twice(examine: Callable[[], Examined]) -> Examined:
    """What `examine` returns; a fault of the grader is tried once more before it is raised."""
    with suppress(GraderFault):
        return examine()
    return examine()


def graded(student: str, examine: Callable[[], Examined]) -> Graded:
    """What `examine` comes to for a student: its report, or in a line why there is none."""
    try:
        examined = examine()
    except SubmissionUnreadable as error:
        return Graded(student, None, problem(error, "graded"))
    except (AutograderError, OSError) as error:
        # A disk that is full while a submission is graded is not that student's doing.
        return Graded(student, None, f"{OURS}{error}")
    except Exception as error:
        # Whatever a submission brings the grader to raise, the others are graded.
        return Graded(student, None, f"{OURS}{problem(error, 'graded')}")
    return Graded(student, examined.report, evidence=examined.evidence)
