"""Names made by rule, for slips that no person has named yet: one change of a right answer each.

They name an answer only if it fails exactly what the changed answer fails, with the same values.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from autograder.authoring.mutants import mutants
from autograder.authoring.mutation_operators import Mutant, form
from autograder.authoring.specimens import Specimen
from autograder.authoring.trials import TrialResult
from autograder.checks.fingerprints import NO_VALUES
from autograder.core.assignment import Assignment
from autograder.grading.naming import Catalogue, Known

RETURNED = re.compile(r"^\+\s*return [\w.]+$", re.MULTILINE)
"""Another name returned needs nothing of what was computed."""
LEFT_OUT = 9
"""Nodes of the syntax tree, as of `torch.softmax(x, dim=-1)` without `x`."""
MOST = 600
"""Of a part: thousands of changes come to some hundreds of different values."""
LONGEST = 90
"""Letters of a line that stands in a name."""


def changed_by_rule(assignment: Assignment) -> Iterator[tuple[Specimen, bool]]:
    """Changes of right answers as specimens, those of the solution first; whether one is small."""
    for part in assignment.parts:
        for mutant in mutants(assignment, part.id, MOST):
            yield _specimen(mutant), _is_small(mutant)


def _is_small(mutant: Mutant) -> bool:
    """Whether everything else that was computed is still used: only that is a slip."""
    before, after = ast.parse(form(mutant.base.cells[-1])), ast.parse(mutant.source)
    lost = len([*ast.walk(before)]) - len([*ast.walk(after)])
    fits = lost <= LEFT_OUT or mutant.rule == "statement"
    return fits and not (_unused(after) - _unused(before)) and not RETURNED.search(mutant.diff)


def _unused(tree: ast.AST) -> set[str]:
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    loaded = {node.id for node in names if isinstance(node.ctx, ast.Load)}
    arguments = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    return ({node.id for node in names} | arguments) - loaded


def of_rules(
    known: Catalogue, lazy: Iterable[TrialResult], results: Iterable[TrialResult]
) -> tuple[Known, ...]:
    """Of these results those that nobody has named, each of several alike once.

    An error alone has many causes: a name needs numbers. What a `lazy` answer comes to, or a change
    that is not small, is no slip.
    """
    found: list[Known] = []
    seen = {_key(one.part, one.prints) for one in known.known}
    seen |= {_key(one.trial.part, one.seen.prints) for one in lazy if one.report}
    for result in results:
        specimen, prints = result.trial.specimen, result.seen.prints if result.report else {}
        telling = any(one.values != NO_VALUES for one in prints.values())
        if specimen and telling and (key := _key(specimen.part, prints)) not in seen:
            seen.add(key)
            found.append(Known(specimen.part, specimen.mistake, prints))
    return tuple(found)


def _key(part: str, prints: Any) -> tuple[Any, ...]:
    """What is the same of two answers that no check tells apart, but for rounding."""
    cases = sorted(
        (key, one.form, tuple(float(f"{value:.3g}") for value in one.values))
        for key, one in prints.items()
    )
    return part, *cases


def _specimen(mutant: Mutant) -> Specimen:
    lines = [line[1:].strip() for line in mutant.diff.splitlines() if line.startswith("+")]
    line = lines[0] if lines and len(lines[0]) <= LONGEST else "…"
    words = _words()[mutant.rule]
    about = {
        key if speech == "en" else f"{key}_{speech}": text.format(line)
        for key, texts in words.items()
        for speech, text in texts.items()
    }
    part = mutant.base.part
    cells = mutant.answer.cells
    return Specimen(f"{part}/{mutant.rule}-{mutant.id}", part, cells, about, mutant.base.path)


@cache
def _words() -> dict[str, dict[str, dict[str, str]]]:
    table = Path(__file__).with_suffix(".toml").read_bytes()
    return msgspec.toml.decode(table, type=dict[str, dict[str, dict[str, str]]])
