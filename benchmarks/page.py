"""The figures as a page."""

import os
import platform
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

from autograder.sandbox.isolation import choose
from benchmarks.cluster import Beside
from benchmarks.measure import Timed
from benchmarks.waiting import Waiting

PICTURE = "benchmarks.svg"
LEAST = 0.0001
"""Seconds: to record a class of 20 takes less than two runs differ by."""
Rows = Iterable[tuple[str, ...]]


@dataclass(frozen=True)
class Results:
    """What one run has measured; seconds and bytes.

    Attributes:
        harmless: Submissions in `floor`, `stages` and `costs`.
        curve: `autograder grade` on all cores, by the size of the class.
    """

    command: str
    mix: str
    harmless: int
    plain: Timed
    nbgrader: Timed
    one_core: Timed
    curve: dict[int, Timed]
    recording: dict[int, float]
    nothing_to_do: dict[int, float]
    reports: dict[int, float]
    floor: float
    stages: dict[str, float]
    costs: dict[str, dict[str, float]]
    worker: float
    fork: float
    roads: dict[int, Beside]
    waiting: Waiting
    cores: int = field(default_factory=lambda: len(os.sched_getaffinity(0)))

    @property
    def all_cores(self) -> Timed:
        """The largest class."""
        return self.curve[max(self.curve)]

    @property
    def overhead(self) -> float:
        """Seconds that a cluster costs for each submission: with one worker nobody competes."""
        return max(0.0, self.roads[min(self.roads)].overhead)

    @property
    def writing(self) -> float:
        """Seconds to record one submission."""
        size = max(self.curve)
        return max(self.recording[size] / size, LEAST)

    @property
    def usable(self) -> float:
        """How many cores one writer can keep up with."""
        return (self.stages["grading"] + self.overhead) / self.writing


def page(found: Results) -> str:
    """The page in Markdown."""
    return "\n".join(_lines(found)) + "\n"


def _lines(found: Results) -> Iterator[str]:
    yield "# Benchmarks\n"
    yield f"Made by `{found.command}` in one run on one machine; every figure below is measured.\n"
    yield from (f"- {fact}" for fact in _machine(found.cores))
    yield f"- the class: {found.mix} (`autograder simulate attention`)"
    yield "- each student's answers are in a hand of their own: names, order, remarks, layout\n"
    yield "## Submissions per second\n"
    yield from _table(("", "submissions", "seconds", "per second", "times plain"), _rates(found))
    yield f"\n![the curve]({PICTURE})\n"
    yield (
        "Plain nbgrader has the same checks with the same numbers as hidden tests in the same "
        "notebook. It and the floor run students' code unconfined, and so without the kinds that "
        "cheat or are damaged. The floor is the students' cells and the checks' arithmetic in one "
        "warm process: no isolation, no record.\n"
    )
    yield "## By the size of the class, all cores\n"
    yield from _table(
        (
            "submissions",
            "seconds",
            "ms each",
            "cores busy",
            "MiB at most",
            "MiB without students' code",
            "s to record",
            "s with nothing to do",
            "s to report",
        ),
        _curve(found),
    )
    yield "\n## Where the time of one submission goes, one core\n"
    yield from _table(("stage", "ms", "share"), _stages(found))
    total = found.stages["grading"]
    yield f"\nGrading one takes {total / found.floor:.2f} times the floor ({_ms(found.floor)} ms)"
    yield f"for the same {found.harmless} harmless students.\n"
    yield "## What one submission costs, counted\n"
    yield (
        "The same on every machine, but for the two last rows; the grader, the warm process and "
        "its workers together.\n"
    )
    yield from _table(("for each submission", *found.costs), _costs(found))
    yield "\n## One submission, one worker\n"
    yield from _table(("", ""), _single(found))
    yield "\n## Where people wait\n"
    yield from _table(("", "seconds", "times", "of"), _waiting(found))
    yield "\nOf starts the best of several runs in turn, of answers the median.\n"
    yield "## On a cluster\n"
    yield from _table(
        ("workers", "seconds", "ms each", "without: seconds", "without: ms each", "ms more each"),
        _roads(found),
    )
    yield (
        f"\n`--scheduler` and Dask's workers on this machine, beside as many processes (`--jobs`); "
        f"{found.one_core.submissions:,} submissions. Each: of each further one, since a start is "
        f"paid once. There are {found.cores} cores: more workers show no more speed.\n"
    )
    yield "## A large class, computed\n"
    yield from _table(("submissions", "this machine: minutes", "writer: minutes"), _large(found))
    yield (
        f"\nGrading one takes `g` = {_ms(found.stages['grading'])} ms of a core, a cluster adds "
        f"`d` = {_ms(found.overhead)} ms, and the one writer takes `r` = {_ms(found.writing)} ms: "
        f"with (g + d) / r = {found.usable:.0f} cores or more the writer is the limit."
    )


def _table(heads: tuple[str, ...], rows: Rows) -> Iterator[str]:
    yield "| " + " | ".join(heads) + " |"
    yield "|" + "---|" * len(heads)
    for row in rows:
        yield "| " + " | ".join(row) + " |"


def _rates(found: Results) -> Rows:
    runs = {
        "plain nbgrader": found.plain,
        "`nbgrader autograde` with this package": found.nbgrader,
        "`autograder grade`, one core": found.one_core,
        f"`autograder grade`, {found.cores} cores": found.all_cores,
    }
    for name, run in runs.items():
        times = f"{run.rate / found.plain.rate:.1f}"
        yield name, f"{run.submissions:,}", f"{run.seconds:.1f}", f"{run.rate:.2f}", times
    rate = 1 / found.floor
    times = f"{rate / found.plain.rate:.1f}"
    yield "the floor, one core", f"{found.harmless}", "", f"{rate:.2f}", times


def _curve(found: Results) -> Rows:
    for size, run in found.curve.items():
        yield (
            f"{size:,}", f"{run.seconds:.1f}", f"{1000 / run.rate:.1f}", f"{run.busy:.2f}",
            _mib(run.memory), _mib(run.own), f"{found.recording[size]:.1f}",
            f"{found.nothing_to_do[size]:.1f}", f"{found.reports[size]:.1f}",
        )  # fmt: skip


def _stages(found: Results) -> Rows:
    parts = {k: v for k, v in found.stages.items() if k not in ("grading", "latency")}
    parts["recording"] = found.writing
    total = sum(parts.values())
    for name, seconds in parts.items():
        yield name, _ms(seconds), f"{seconds / total:.0%}"


def _costs(found: Results) -> Rows:
    for figure in next(iter(found.costs.values())):
        yield figure, *(f"{costs[figure]:,.1f}" for costs in found.costs.values())


def _single(found: Results) -> Rows:
    cold = found.waiting.tried
    yield "one submission from a cold command line (`autograder try`)", f"{cold:.2f} s"
    yield "one submission, warm (median)", f"{found.stages['latency']:.3f} s"
    yield "one more worker, its cells run (proportional set size)", f"{_mib(found.worker)} MiB"
    yield "a fork of a process that has imported torch, to its end", f"{_ms(found.fork)} ms"


def _waiting(found: Results) -> Rows:
    waits, single = found.waiting, found.plain.seconds / found.plain.submissions
    start, torch = ("Python's own start", waits.python), ("`import torch`", waits.torch)
    for action, seconds, (of, base) in (
        ("`autograder --version`", waits.version, start),
        ("`autograder --help`", waits.helped, start),
        ("`autograder try`", waits.tried, torch),
        (
            "formgrader's button, in a server that has graded",
            waits.pressed,
            ("plain nbgrader for one", single),
        ),
    ):
        yield action, f"{seconds:.2f}", f"{seconds / base:.2f}", of
    yield "`autograder watch`, from arrival to answer", f"{waits.watched:.2f}", "", ""


def _roads(found: Results) -> Rows:
    for count, road in found.roads.items():
        cells = [
            (f"{way.whole.seconds:.1f}", _ms(way.each)) for way in (road.cluster, road.processes)
        ]
        yield str(count), *cells[0], *cells[1], _ms(road.overhead)


def _large(found: Results) -> Rows:
    for count in (1_000, 10_000, 100_000):
        grading, writer = count / found.all_cores.rate, count * found.writing
        yield f"{count:,}", f"{grading / 60:.1f}", f"{writer / 60:.1f}"


def _machine(cores: int) -> Iterator[str]:
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    yield f"{_processor()}, {cores} cores in use, {memory / (1 << 30):.0f} GiB"
    yield f"Linux {platform.release().split('-')[0]}, Python {platform.python_version()}"
    yield f"torch {version('torch')}, nbgrader {version('nbgrader')}"
    rings = choose()
    yield f"isolation: {rings.outer or 'no outer ring'}, {rings.inner}"


def _processor() -> str:
    text = Path("/proc/cpuinfo").read_text("utf-8")
    names = [line.partition(":")[2] for line in text.splitlines() if line.startswith("model name")]
    return names[0].strip() if names else platform.machine()


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.1f}"


def _mib(size: float) -> str:
    return f"{size / (1 << 20):.0f}"
