"""How often a student is told the right mistake: specimens in another hand, and two at once.

python -m benchmarks.pairs [--pairs 200] [--seed 1] [--only pairs] [--show]

A pair (`authoring.pairs`) is two specimens of one part in one answer. It is named if one of its
mistakes or both are told and no other, unless no check tells the other apart.
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Sequence

from autograder.authoring import catalogue
from autograder.authoring.handwriting import disguised
from autograder.authoring.make import NotebookBuilder, code_cell, notebook_with
from autograder.authoring.pairs import Pair, pairs
from autograder.authoring.specimens import mistakes
from autograder.authoring.trials import part_of
from autograder.cli.output import shown
from autograder.core.assignment.load import find
from autograder.core.assignment.plan import Assignment
from autograder.core.model import Report
from autograder.grading.grader import SubmissionGrader
from autograder.grading.naming import Catalogue
from autograder.grading.pool import cores, grade_all
from autograder.notebook.build import source_notebook
from autograder.notebook.submission import Submission
from autograder.sandbox.host import warm_host
from autograder.sandbox.isolation import choose
from benchmarks.classes import EDITION, ROOT

MORE = "softmax_by_hand = lambda scores: scores.exp() / scores.exp().sum()\nprint(torch.ones(2))\n"
"""A cell that students add."""


def main() -> None:
    """Grade both kinds of answers and print how they are named."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pairs")
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=("specimens", "pairs"))
    parser.add_argument("--show", action="store_true", help="list what is not named")
    options = parser.parse_args()
    assignment, _ = find(ROOT, EDITION)
    if options.only != "pairs":
        alone = [Pair(disguised(slip), frozenset({slip.id})) for slip in mistakes(assignment)]
        print_figures("specimens in another hand", assignment, alone, options.show)
    if options.only != "specimens":
        combined = sorted(pairs(assignment), key=lambda pair: sorted(pair.made))
        chosen = random.Random(options.seed).sample(combined, min(options.pairs, len(combined)))
        print_figures(f"of {len(combined)} pairs", assignment, chosen, options.show)


def print_figures(what: str, assignment: Assignment, tries: Sequence[Pair], show: bool) -> None:
    """Grade these answers and print how many are told what is in them."""
    known = Catalogue.read(assignment)
    counts: Counter[str] = Counter()
    for pair, report in zip(tries, _reports(assignment, tries), strict=True):
        kind, named = _verdict(known, pair, report)
        counts[kind] += 1
        if show and kind != "named":
            print(f"  {kind}: {' + '.join(sorted(pair.made))} told {sorted(named)}")
    wrong = len(tries) - counts["right after all"]
    share = counts["named"] / wrong
    print(f"{what}: {counts['named']} of {wrong} named ({share:.1%}), {counts['wrong']} wrongly,")
    print(f"  {counts['unnamed']} not named, {counts['right after all']} that earn full points")


def _verdict(known: Catalogue, one: Pair, report: Report | None) -> tuple[str, set[str]]:
    if report is None:
        return "unnamed", set()
    part = part_of(report, one.answer.part)
    joined = {mistake.id for check in part.checks for mistake in check.mistakes}
    named = {id_ for ids in joined for id_ in ids.split(" + ")}
    if part.points == part.max_points:
        return "right after all", named
    foreign = [
        id_ for id_ in named - one.made if not any(catalogue.alike(known, id_, m) for m in one.made)
    ]
    return ("wrong" if foreign else "named" if named else "unnamed"), named


def _reports(assignment: Assignment, tries: Sequence[Pair]) -> Iterator[Report | None]:
    """The report on the solution with each of these answers in the place of its own."""
    _, edition = find(ROOT, EDITION)
    solved = NotebookBuilder.of(source_notebook(assignment, edition.language))
    released = (ROOT / "release" / EDITION / f"{assignment.id}.ipynb").read_bytes()
    notebooks = [notebook_with(solved, pair.answer) for pair in tries]
    for notebook in notebooks:
        notebook.notebook["cells"].insert(4, code_cell("more", MORE))
    batch = {str(n): Submission.of(str(n), frame.bytes()) for n, frame in enumerate(notebooks)}
    reports = {}
    with warm_host(assignment, choose(accept_weaker=False)) as host:
        grader = SubmissionGrader(assignment, edition, released, host)
        for result in shown("Grading")(grade_all(grader.examine, batch, cores()), len(batch)):
            reports[result.student] = result.report
    return (reports[number] for number in batch)


if __name__ == "__main__":
    main()
