"""Two mistakes in one answer: most specimens of a part are one right answer, the one on which they
agree, with an edit each, and two edits that do not touch each other make both mistakes.
"""

import ast
import difflib
import io
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from autograder.authoring.handwriting import disguised, with_local_names
from autograder.authoring.specimens import Specimen, mistakes
from autograder.core.assignment.plan import Assignment
from autograder.notebook.changes import Function

Tokens = tuple[tuple[int, str], ...]
Edit = tuple[int, int, Tokens]
"""Where an edit begins and ends in the answer that it is made in, and what stands there instead."""

CONSENSUS, MOST_EDITS, LARGEST = 40, 4, 30
"""Specimens asked for the answer they agree on; edits between two of them; tokens of an edit."""


@dataclass(frozen=True)
class Pair:
    answer: Specimen
    made: frozenset[str]


def pairs(assignment: Assignment) -> Iterator[Pair]:
    by_part: dict[str, list[tuple[Specimen, Tokens]]] = {}
    for specimen in mistakes(assignment):
        if len(specimen.cells) == 1 and (plain := _plain(specimen.cells[0])):
            by_part.setdefault(specimen.part, []).append((specimen, plain))
    for group in by_part.values():
        yield from _pairs(group)


def _pairs(specimens: Sequence[tuple[Specimen, Tokens]]) -> Iterator[Pair]:
    right = _agreed([tokens for _, tokens in specimens][:CONSENSUS])
    edited = []
    for one, tokens in specimens:
        edits = _edits(right, tokens)
        if 0 < sum(end - begin + len(new) for begin, end, new in edits) <= LARGEST:
            edited.append((one, edits))
    for (one, mine), (other, theirs) in combinations(edited, 2):
        if all(a[1] < b[0] or b[1] < a[0] for a in mine for b in theirs):
            source = tokenize.untokenize(_edited(right, (*mine, *theirs)))
            if _plain(source):
                merged = replace(one, cells=(source,))
                yield Pair(disguised(merged), frozenset({one.id, other.id}))


def _agreed(answers: Sequence[Tokens]) -> Tokens:
    """The answer that most of these are edits of, if any: any two of them cross into it."""
    votes = Counter[Tokens]()
    for one, other in combinations(answers, 2):
        edits = _edits(one, other)
        cuts = range(1, len(edits) if len(edits) <= MOST_EDITS else 0)
        # With the first differences of one and the rest of the other.
        votes.update({_edited(one, half) for n in cuts for half in (edits[:n], edits[n:])})
    return next((tokens for tokens, _ in votes.most_common(1)), ())


def _edits(one: Tokens, other: Tokens) -> tuple[Edit, ...]:
    codes = difflib.SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
    return tuple((i, j, other[k:n]) for tag, i, j, k, n in codes if tag != "equal")


def _edited(tokens: Tokens, edits: Iterable[Edit]) -> Tokens:
    merged, last = list[tuple[int, str]](), 0
    for begin, end, new in sorted(edits):
        merged += [*tokens[last:begin], *new]
        last = end
    return (*merged, *tokens[last:])


def _plain(source: str) -> Tokens:
    """The code as tokens, with its local names numbered; nothing where it is no Python."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return ()
    for node in ast.walk(tree):
        if isinstance(node, Function | ast.ClassDef) and ast.get_docstring(node):
            node.body = node.body[1:] or node.body
    text = with_local_names(tree, lambda _, number: f"v{number}")
    return tuple((t.type, t.string) for t in tokenize.generate_tokens(io.StringIO(text).readline))
