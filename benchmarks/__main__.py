"""`make bench`: measures everything, prints the page, and writes it beside a picture.

python -m benchmarks [--quick | --full] [--out FOLDER]
"""

import argparse
import sys
import tempfile
from pathlib import Path

from benchmarks import cluster, measure
from benchmarks.classes import EDITION, ROOT, Course, simulated, subset
from benchmarks.page import PICTURE, Results, page
from benchmarks.picture import draw
from benchmarks.waiting import waiting


def main() -> None:
    """Run the benchmark."""
    given = _arguments()
    with tempfile.TemporaryDirectory(prefix="benchmark-") as scratch:
        results = _results(given, Path(scratch))
    text = page(results)
    print(text)
    given.out.mkdir(parents=True, exist_ok=True)
    (given.out / "BENCHMARKS.md").write_text(text, "utf-8")
    size = max(results.curve)
    lines = {
        "all cores": {size: run.rate for size, run in results.curve.items()},
        "one core": {results.one_core.submissions: results.one_core.rate},
        "nbgrader with this": {size: results.nbgrader.rate},
        "plain nbgrader": {size: results.plain.rate},
        "the floor, one core": {size: 1 / results.floor},
    }
    (given.out / PICTURE).write_bytes(draw(lines))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--quick", action="store_true", help="a class of 20, to try the benchmark")
    how.add_argument("--full", action="store_true", help="also a class of 5,000")
    parser.add_argument("--out", type=Path, default=ROOT, help="where page and picture go")
    return parser.parse_args()


def _results(given: argparse.Namespace, scratch: Path) -> Results:
    sizes = (20,) if given.quick else (100, 1000, 5000) if given.full else (100, 1000)
    plain, ours, harmless = (2, 4, 6) if given.quick else (10, 100, 40)
    smallest = _made(scratch / "class", sizes[0])
    students = smallest.harmless(harmless)
    options = " ".join(f"--{name}" for name in ("quick", "full") if getattr(given, name))
    curve, recording, idle, reports = {}, {}, {}, {}
    for size in sizes:
        course = smallest if size == sizes[0] else _made(scratch / f"class-{size}", size)
        _say(f"autograder grade, {size} submissions, all cores")
        curve[size] = measure.graded(course, jobs=0)
        idle[size] = measure.timed(course, "autograder", "grade", EDITION).seconds
        recording[size] = max(0.0, measure.recorded_again(course).seconds - idle[size])
        reports[size] = measure.timed(course, "autograder", "report", EDITION).seconds
        mix = course.kinds()
    _say("plain nbgrader")
    slow = measure.plain_nbgrader(smallest, scratch / "plain", students[:plain])
    _say("nbgrader autograde with this package")
    mixed = subset(smallest, scratch / "nbgrader", smallest.students[:ours])
    _say("a cluster of this machine")
    few = subset(smallest, scratch / "few", smallest.students[: len(smallest.students) // 5])
    roads = cluster.roads(few, smallest)
    _say("where people wait")
    waits = waiting(smallest, scratch, students)
    _say("one core, the floor, the stages")
    return Results(
        command="make bench" + (f" BENCH={options}" if options else ""),
        mix=mix,
        harmless=len(students),
        plain=slow,
        nbgrader=measure.complete(mixed, "nbgrader", "autograde", EDITION),
        one_core=measure.graded(smallest, jobs=1),
        curve=curve,
        recording=recording,
        nothing_to_do=idle,
        reports=reports,
        floor=measure.inside("floor", smallest, students)["floor"],
        stages=measure.inside("stages", smallest, students),
        costs=measure.costs(smallest, students),
        worker=measure.inside("worker", smallest, students[:1])["one more worker"],
        fork=measure.inside("fork", smallest, students[:1])["fork"],
        roads=roads,
        waiting=waits,
    )


def _made(folder: Path, size: int) -> Course:
    _say(f"a class of {size}")
    return simulated(folder, size)


def _say(what: str) -> None:
    print(what, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
