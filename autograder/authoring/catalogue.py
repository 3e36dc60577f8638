"""The catalogue of known mistakes, from what the trials saw, and how rightly it names them.

Slips that no person has named yet are named by rule: one change of a right answer each. Such a name
is given only if an answer fails exactly what the changed one fails, with the same values.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import zip_longest
from typing import Any

import msgspec

from autograder.authoring.mutants import Mutant, form, mutants
from autograder.authoring.specimens import RULES, Specimen
from autograder.authoring.trials import WRONG, TrialResult
from autograder.checks.fingerprints import Fingerprint
from autograder.core.assignment.plan import Assignment
from autograder.grading.naming import Catalogue, Known, agree
from autograder.notebook.syntax import nodes

RETURNED = re.compile(r"^\+\s*return [\w.]+$", re.MULTILINE)
"""Another name returned needs nothing of what was computed."""
LEFT_OUT = 9
"""Nodes of the syntax tree, as of `torch.softmax(x, dim=-1)` without `x`."""
MOST = 1000
"""Of a part: thousands of changes come to some hundreds of different values."""
LONGEST = 120
"""Letters of a line that stands in a name."""


def of_mistakes(results: Iterable[TrialResult]) -> Catalogue:
    """Every mistake that fails anything, with the fingerprints of its own part; a form once."""
    found: list[Known] = []
    for one in results:
        specimen = one.trial.specimen
        if one.trial.kind in WRONG and specimen and one.report and one.seen.prints:
            known = Known(specimen.part, specimen.mistake, one.seen.prints)
            forms = (each for each in found if each.mistake.id == specimen.id)
            if not any(agree(each.prints, known.prints) for each in forms):
                found.append(known)
    return Catalogue(tuple(found))


def alike(known: Catalogue, one: str, other: str) -> bool:
    """Whether no check of the suites tells two mistakes apart, in one of their forms."""
    forms = _forms(known)
    return any(agree(a.prints, b.prints) for a in forms.get(one, ()) for b in forms.get(other, ()))


def stale(committed: Catalogue, fresh: Catalogue) -> list[str]:
    """The mistakes whose fingerprints on disk are not those of this run."""
    old, new = _forms(committed), _forms(fresh)
    changed = []
    for id_ in sorted(new.keys() | old.keys()):
        both = [*zip_longest(old.get(id_, ()), new.get(id_, ()))]
        same = (a and b and a.mistake == b.mistake and agree(a.prints, b.prints) for a, b in both)
        if not all(same):
            changed.append(id_)
    return changed


def _forms(catalogue: Catalogue) -> dict[str, list[Known]]:
    found: dict[str, list[Known]] = {}
    for each in catalogue.known:
        found.setdefault(each.mistake.id, []).append(each)
    return found


def changed_by_rule(assignment: Assignment) -> Iterator[tuple[Specimen, bool]]:
    """Changes of right answers as specimens, those of the solution first; whether one is small."""
    for part in (part.id for part in assignment.parts):
        for mutant in mutants(assignment, part, MOST):
            before, after = form(mutant.base.cells[-1]).splitlines(), mutant.source.splitlines()
            place = next(n for n, (a, b) in enumerate(zip_longest(before, after)) if a != b)
            # Where a line is left out, the one before it.
            place -= mutant.rule == "statement" or place == len(after)
            line = after[max(0, place)].strip()
            if not line.isascii():
                # It would quote Chinese names to somebody who reads English.
                continue
            line = line if len(line) <= LONGEST else f"{line[:LONGEST]}…"
            about = {key: text.format(line) for key, text in _words()[mutant.rule].items()}
            id_, cells = f"{part}/{mutant.rule}-{mutant.id}", mutant.answer.cells
            yield Specimen(id_, part, cells, about, mutant.base.path), _is_small(mutant)


@cache
def _words() -> dict[str, dict[str, str]]:
    return msgspec.toml.decode(RULES.read_bytes(), type=dict[str, dict[str, str]])


def _is_small(mutant: Mutant) -> bool:
    """Whether everything else that was computed is still used: only that is a slip."""
    before, after = ast.parse(form(mutant.base.cells[-1])), ast.parse(mutant.source)
    lost = len([*ast.walk(before)]) - len([*ast.walk(after)])
    large = lost > LEFT_OUT and mutant.rule != "statement"
    return not (large or _unused(after) - _unused(before) or RETURNED.search(mutant.diff))


def _unused(tree: ast.AST) -> set[str]:
    loaded = {node.id for node in nodes(tree, ast.Name) if isinstance(node.ctx, ast.Load)}
    arguments = {node.arg for node in nodes(tree, ast.arg)}
    return ({node.id for node in nodes(tree, ast.Name)} | arguments) - loaded


def of_rules(known: Catalogue, results: Iterable[TrialResult]) -> tuple[Known, ...]:
    """Those that nobody has named, each of several alike once, but for errors alone."""
    found: list[Known] = []
    seen = {_key(one.part, one.prints) for one in known.known}
    for result in results:
        specimen, prints = result.trial.specimen, result.seen.prints if result.report else {}
        telling = any(one.tells for one in prints.values())
        if specimen and telling and (key := _key(specimen.part, prints)) not in seen:
            seen.add(key)
            kind = specimen.id.partition("/")[2]
            if specimen.about:
                found.append(Known(specimen.part, specimen.mistake, prints))
            elif kind in _words():
                # An answer that computes nothing; a change that comes to it is no slip.
                id_ = f"{specimen.part}/lazy-{kind.replace(' ', '_')}"
                lazy = replace(specimen, id=id_, about=_words()[kind])
                found.append(Known(lazy.part, lazy.mistake, prints))
    return tuple(found)


def _key(part: str, prints: dict[str, Fingerprint]) -> tuple[Any, ...]:
    """What is the same of two answers that no check tells apart, but for rounding."""
    cases = sorted(
        (key, one.form, tuple(float(f"{value:.3g}") for value in one.values))
        for key, one in prints.items()
    )
    return part, *cases
