"""The catalogue of known mistakes, from what the trials saw, and how rightly it names them."""

from collections.abc import Iterable

from autograder.authoring.trials import WRONG, TrialResult
from autograder.grading.naming import Catalogue, Known


def of_mistakes(results: Iterable[TrialResult]) -> Catalogue:
    """Every mistake that fails anything, with the fingerprints of its own part; a form once."""
    found: list[Known] = []
    for one in results:
        specimen = one.trial.specimen
        if one.trial.kind in WRONG and specimen and one.report and one.seen.prints:
            known = Known(specimen.part, specimen.mistake, one.seen.prints)
            forms = (each for each in found if each.mistake.id == specimen.id)
            if not any(_agree(each, known) for each in forms):
                found.append(known)
    return Catalogue(tuple(found))


def names(known: Catalogue, result: TrialResult) -> frozenset[str]:
    """The ids of all mistakes that a student who made this one would be told."""
    named = known.named(result.trial.part, result.seen.prints)
    return frozenset(mistake.id for each in named.values() for mistake in each)


def alike(known: Catalogue, one: str, other: str) -> bool:
    """Whether no check of the suites tells two mistakes apart, in one of their forms."""
    forms = _forms(known)
    pairs = ((a, b) for a in forms.get(one, ()) for b in forms.get(other, ()))
    return any(_agree(a, b) for a, b in pairs)


def stale(committed: Catalogue, fresh: Catalogue) -> list[str]:
    """The mistakes whose fingerprints on disk are not those of this run."""
    old, new = _forms(committed), _forms(fresh)
    return sorted(
        id_
        for id_ in new.keys() | old.keys()
        if len(mine := old.get(id_, [])) != len(theirs := new.get(id_, []))
        or any(
            a.mistake != b.mistake or not _agree(a, b) for a, b in zip(mine, theirs, strict=True)
        )
    )


def _forms(catalogue: Catalogue) -> dict[str, list[Known]]:
    found: dict[str, list[Known]] = {}
    for each in catalogue.known:
        found.setdefault(each.mistake.id, []).append(each)
    return found


def _agree(old: Known, new: Known) -> bool:
    return old.prints.keys() == new.prints.keys() and all(
        old.prints[key].agrees(new.prints[key]) for key in old.prints
    )
