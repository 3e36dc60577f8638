"""Whether the suites catch, accept and name for other hidden numbers than the committed ones.

python -m benchmarks.salts [--salts 20] [--from 1] [--sets 1]
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from autograder.authoring.audit import Audit
from autograder.authoring.audit_run import AuditRun
from autograder.authoring.learning import Learning
from autograder.checks.references import drawn
from autograder.cli.output import shown
from autograder.core.assignment.load import find
from autograder.grading.pool import cores
from autograder.sandbox.isolation import choose
from benchmarks.classes import EDITION, copied


def main() -> None:
    """Audit the course once for each salt; exit code 1 if any audit has a problem."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.salts", description=__doc__)
    parser.add_argument("--salts", type=int, default=20)
    parser.add_argument("--from", type=int, default=1, dest="first")
    parser.add_argument("--sets", type=int, default=1)
    options = parser.parse_args()
    failed = 0
    for salt in (f"salt {n}" for n in range(options.first, options.first + options.salts)):
        with tempfile.TemporaryDirectory(prefix="salts-") as scratch:
            audit = _audited(Path(scratch), salt, options.sets)
        line = f"{salt}: {'; '.join(_figures(audit))}"
        print(line, *audit.problems, sep="\n  ", flush=True)
        failed += bool(audit.problems)
    sys.exit(bool(failed))


def _audited(folder: Path, salt: str, count: int) -> Audit:
    copied(folder)
    assignment, _ = find(folder, EDITION)
    rings = choose(accept_weaker=False)
    numbers = drawn(assignment, salt, count, published=True)
    Learning(folder, EDITION, rings, cores()).completed(numbers).write(assignment.folder / "hidden")
    return AuditRun(folder, EDITION, rings, cores()).quick_audit(shown(salt))


def _figures(found: Audit) -> Iterator[str]:
    def total(figure: str) -> int:
        return sum(getattr(row, figure) for row in found.rows)

    yield f"{total('killed')}/{total('mistakes')} mistakes caught"
    yield f"{total('named')} named"
    yield f"{total('accepted')}/{total('alternatives')} right answers accepted"
    yield f"smallest margin {min(row.margin for row in found.rows):.0f}"


if __name__ == "__main__":
    main()
