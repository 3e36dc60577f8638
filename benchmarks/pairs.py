"""How often a student is told the right mistake: specimens in another hand, and two at once.

python -m benchmarks.pairs [--pairs 200] [--seed 1] [--only pairs] [--show]

A pair is two specimens of one part in one answer. Most specimens of a part are one right answer
with an edit; that answer is what most of them agree on, and two edits that do not touch each other
make a pair. It is named if one of its mistakes or both are told and no other, unless no check tells
the other apart.
"""

import argparse
import ast
import difflib
import io
import random
import tempfile
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

from autograder.authoring import naming
from autograder.authoring.audit import part_of
from autograder.authoring.disguise import Function, disguised, outermost, own_names
from autograder.authoring.load import Specimen, mistakes
from autograder.authoring.make import Frame, code_cell, notebook_with
from autograder.cli.progress import shown
from autograder.core.assignment import Assignment, find, sets
from autograder.core.model import Report
from autograder.grading.grader import Grader
from autograder.grading.naming import Catalogue
from autograder.grading.pool import cores, grade_all
from autograder.notebook.build import source_notebook
from autograder.sandbox.host import warm_host
from autograder.sandbox.isolation import choose
from benchmarks.classes import EDITION, ROOT

Tokens = tuple[tuple[int, str], ...]
Edit = tuple[int, int, Tokens]
"""Where an edit begins and ends in the answer that it is made in, and what stands there instead."""

CONSENSUS, MOST_EDITS, LARGEST = 40, 4, 30
MORE = "softmax_by_hand = lambda scores: scores.exp() / scores.exp().sum()\nprint(torch.ones(2))\n"
"""A cell that students add."""


@dataclass(frozen=True)
class Try:
    """An answer and the ids of the mistakes in it."""

    answer: Specimen
    made: frozenset[str]


def main() -> None:
    """Grade both kinds of answers and print how they are named."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pairs")
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=("specimens", "pairs"))
    parser.add_argument("--show", action="store_true", help="list what is not named")
    given = parser.parse_args()
    plan, _ = find(ROOT, EDITION)
    if given.only != "pairs":
        alone = [Try(disguised(one), frozenset({one.id})) for one in mistakes(plan)]
        print_figures("specimens in another hand", plan, alone, given.show)
    if given.only != "specimens":
        every = sorted(pairs(plan), key=lambda one: sorted(one.made))
        chosen = random.Random(given.seed).sample(every, min(given.pairs, len(every)))
        print_figures(f"of {len(every)} pairs", plan, chosen, given.show)


def print_figures(what: str, plan: Assignment, tries: Sequence[Try], show: bool) -> None:
    """Grade these answers and print how many are told what is in them."""
    known = Catalogue.decode(sets.read(plan.folder / "hidden").sets[0].fingerprints)
    counts: Counter[str] = Counter()
    for one, report in zip(tries, _reports(plan, tries), strict=True):
        kind, told = _verdict(known, one, report)
        counts[kind] += 1
        if show and kind != "named":
            print(f"  {kind}: {' + '.join(sorted(one.made))} told {sorted(told)}")
    wrong = len(tries) - counts["right after all"]
    share = counts["named"] / wrong
    print(f"{what}: {counts['named']} of {wrong} named ({share:.1%}), {counts['wrong']} wrongly,")
    print(f"  {counts['unnamed']} not named, {counts['right after all']} that earn full points")


def _verdict(known: Catalogue, one: Try, report: Report | None) -> tuple[str, set[str]]:
    if report is None:
        return "unnamed", set()
    part = part_of(report, one.answer.part)
    told = {mistake.id for check in part.checks for mistake in check.mistakes}
    if part.points == part.max_points:
        return "right after all", told
    foreign = [
        id_ for id_ in told - one.made if not any(naming.alike(known, id_, m) for m in one.made)
    ]
    return ("wrong" if foreign else "named" if told else "unnamed"), told


def _reports(plan: Assignment, tries: Sequence[Try]) -> Iterator[Report | None]:
    """The report on the solution with each of these answers in the place of its own."""
    _, edition = find(ROOT, EDITION)
    solved = Frame.of(source_notebook(plan, edition.language))
    released = (ROOT / "release" / EDITION / f"{plan.id}.ipynb").read_bytes()
    found = {}
    with tempfile.TemporaryDirectory() as scratch:
        paths = {str(n): Path(scratch, f"{n}.ipynb") for n in range(len(tries))}
        for path, one in zip(paths.values(), tries, strict=True):
            notebook = notebook_with(solved, one.answer)
            notebook.notebook["cells"].insert(4, code_cell("more", MORE))
            path.write_bytes(notebook.bytes())
        with warm_host(plan, choose(accept_weaker=False)) as host:
            grader = Grader(plan, edition, released, host, tells=False)
            for result in shown("Grading")(grade_all(grader.examine, paths, cores()), len(paths)):
                found[result.student] = result.report
    return (found[number] for number in paths)


def pairs(plan: Assignment) -> Iterator[Try]:
    """Every two specimens of a part that fit into one answer."""
    by_part: dict[str, list[tuple[Specimen, Tokens]]] = {}
    for one in mistakes(plan):
        if len(one.cells) == 1 and (plain := _plain(one.cells[0])):
            by_part.setdefault(one.part, []).append((one, plain))
    for each in by_part.values():
        yield from _pairs(each)


def _pairs(every: Sequence[tuple[Specimen, Tokens]]) -> Iterator[Try]:
    right = _agreed([tokens for _, tokens in every][:CONSENSUS])
    near = [(one, edits) for one, tokens in every if (edits := _small(_edits(right, tokens)))]
    for (one, mine), (other, theirs) in combinations(near, 2):
        if all(_apart(a, b) for a in mine for b in theirs):
            source = tokenize.untokenize(_edited(right, (*mine, *theirs)))
            if _plain(source):
                merged = replace(one, cells=(source,))
                yield Try(disguised(merged), frozenset({one.id, other.id}))


def _agreed(every: Sequence[Tokens]) -> Tokens:
    """The answer that most of these are edits of: any two of them cross into it."""
    votes = Counter(
        crossed for a, b in combinations(every, 2) for crossed in set(_crossed(a, _edits(a, b)))
    )
    return votes.most_common(1)[0][0]


def _crossed(one: Tokens, edits: Sequence[Edit]) -> Iterator[Tokens]:
    """The answers that have the first differences of one and the rest of the other."""
    for cut in range(1, len(edits) if len(edits) <= MOST_EDITS else 0):
        yield _edited(one, edits[:cut])
        yield _edited(one, edits[cut:])


def _edits(one: Tokens, other: Tokens) -> tuple[Edit, ...]:
    codes = difflib.SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
    return tuple((i, j, other[k:n]) for tag, i, j, k, n in codes if tag != "equal")


def _small(edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
    """The edits, or none where they are another answer altogether."""
    return edits if sum(j - i + len(new) for i, j, new in edits) <= LARGEST else ()


def _apart(one: Edit, other: Edit) -> bool:
    return one[1] < other[0] or other[1] < one[0]


def _edited(tokens: Tokens, edits: Iterable[Edit]) -> Tokens:
    found, last = list[tuple[int, str]](), 0
    for begin, end, new in sorted(edits):
        found += [*tokens[last:begin], *new]
        last = end
    return (*found, *tokens[last:])


def _plain(source: str) -> Tokens:
    """The code as tokens, with its local names numbered; nothing where it is no Python."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return ()
    for node in ast.walk(tree):
        if isinstance(node, Function | ast.ClassDef) and ast.get_docstring(node) and node.body[1:]:
            node.body = node.body[1:]
    for function in outermost(tree):
        _Numbered(own_names(function)).visit(function)
    text = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
    return tuple((t.type, t.string) for t in tokenize.generate_tokens(io.StringIO(text).readline))


class _Numbered(ast.NodeTransformer):
    """Gives local names numbers in the order of their appearance."""

    def __init__(self, names: frozenset[str]) -> None:
        self._names = names
        self._numbered: dict[str, str] = {}

    def visit_Name(self, node: ast.Name) -> ast.Name:
        """A name, where it is one of those."""
        if node.id not in self._names:
            return node
        return ast.Name(self._numbered.setdefault(node.id, f"v{len(self._numbered)}"), node.ctx)


if __name__ == "__main__":
    main()
