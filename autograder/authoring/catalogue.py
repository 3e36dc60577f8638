"""The catalogue of known mistakes, from what the trials saw, and whether it is stale."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import Any

import msgspec

from autograder.authoring.trials import WRONG, TrialResult
from autograder.checks.fingerprints import Fingerprint
from autograder.grading.naming import LAZY, Catalogue, Known, agree

LAZY_ANSWERS = Path(__file__).with_name("lazy_answers.toml")
"""What a student is told of values that come back whatever was asked."""


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


def of_lazy_answers(known: Catalogue, results: Iterable[TrialResult]) -> tuple[Known, ...]:
    """Those that are no known mistake, each of several alike once, but for errors alone."""
    words = msgspec.toml.decode(LAZY_ANSWERS.read_bytes(), type=dict[str, dict[str, str]])
    found: list[Known] = []
    seen = {_key(one.part, one.prints) for one in known.known}
    for result in results:
        specimen, prints = result.trial.specimen, result.seen.prints if result.report else {}
        telling = any(one.tells for one in prints.values())
        if specimen and telling and (key := _key(specimen.part, prints)) not in seen:
            seen.add(key)
            kind = specimen.id.partition("/")[2]
            if kind in words:
                id_ = f"{specimen.part}/{LAZY}{kind.replace(' ', '_')}"
                lazy = replace(specimen, id=id_, about=words[kind])
                found.append(Known(lazy.part, lazy.mistake, prints))
    return tuple(found)


def _key(part: str, prints: dict[str, Fingerprint]) -> tuple[Any, ...]:
    """What is the same of two answers that no check tells apart, but for rounding."""
    cases = sorted(
        (key, one.form, tuple(float(f"{value:.3g}") for value in one.values))
        for key, one in prints.items()
    )
    return part, *cases
