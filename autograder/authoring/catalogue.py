"""The catalogue of known mistakes, from what the trials saw, and whether it is stale."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

import msgspec

from autograder.authoring.trials import WRONG, TrialResult
from autograder.grading.naming import LAZY, Catalogue, Known, agree

LAZY_ANSWERS = Path(__file__).with_name("lazy_answers.toml")
"""What a student is told of values that come back whatever was asked."""


def of_mistakes(results: Iterable[TrialResult]) -> Catalogue:
    """Every mistake that fails anything, with the fingerprints of its own part; a form once."""
    entries: list[Known] = []
    for result in results:
        specimen = result.trial.specimen
        if result.trial.kind in WRONG and specimen and result.report and result.seen.prints:
            entry = Known(specimen.part, specimen.mistake, result.seen.prints)
            forms = (other for other in entries if other.mistake.id == specimen.id)
            if not any(agree(other.prints, entry.prints) for other in forms):
                entries.append(entry)
    return Catalogue(tuple(entries))


def alike(known: Catalogue, one: str, other: str) -> bool:
    """Whether no check of the suites tells two mistakes apart, in one of their forms."""
    forms = _forms(known)
    return any(agree(a.prints, b.prints) for a in forms.get(one, ()) for b in forms.get(other, ()))


def stale(committed: Catalogue, fresh: Catalogue) -> list[str]:
    """The mistakes whose fingerprints on disk are not those of this run."""
    old, new = _forms(committed), _forms(fresh)
    changed = []
    for id_ in sorted(new.keys() | old.keys()):
        forms = [*zip_longest(old.get(id_, ()), new.get(id_, ()))]
        same = (a and b and a.mistake == b.mistake and agree(a.prints, b.prints) for a, b in forms)
        if not all(same):
            changed.append(id_)
    return changed


def _forms(catalogue: Catalogue) -> dict[str, list[Known]]:
    forms: dict[str, list[Known]] = {}
    for entry in catalogue.known:
        forms.setdefault(entry.mistake.id, []).append(entry)
    return forms


def of_lazy_answers(known: Catalogue, results: Iterable[TrialResult]) -> tuple[Known, ...]:
    """Those whose values are no known mistake's and no earlier one's; none of errors alone."""
    words = msgspec.toml.decode(LAZY_ANSWERS.read_bytes(), type=dict[str, dict[str, str]])
    entries: list[Known] = []
    before = [entry.prints for entry in known.known]
    for result in results:
        specimen, prints = result.trial.specimen, result.seen.prints if result.report else {}
        telling = any(fingerprint.tells for fingerprint in prints.values())
        if specimen and telling and not any(agree(other, prints) for other in before):
            before.append(prints)
            kind = specimen.id.partition("/")[2]
            if kind in words:
                id_ = f"{specimen.part}/{LAZY}{kind.replace(' ', '_')}"
                lazy = replace(specimen, id=id_, about=words[kind])
                entries.append(Known(lazy.part, lazy.mistake, prints))
    return tuple(entries)
