"""The catalogue of known mistakes, from what the trials saw, and how rightly it names them."""

from collections.abc import Iterable

from autograder.authoring import result_observer
from autograder.authoring.result_observer import Seen
from autograder.authoring.specimens import Specimen
from autograder.checks.fingerprints import Fingerprint
from autograder.grading.naming import Catalogue, Known


def of_mistakes(sights: Iterable[tuple[Specimen, Seen]]) -> Catalogue:
    """Every mistake that fails anything, with the fingerprints of its own part; a form once."""
    found: list[Known] = []
    for specimen, sight in sights:
        prints = _own(sight, specimen.part)
        one = Known(specimen.part, specimen.mistake, prints)
        forms = [each for each in found if each.mistake.id == specimen.id]
        if prints and not any(_agree(each, one) for each in forms):
            found.append(one)
    return Catalogue(tuple(found))


def _own(sight: Seen, part: str) -> dict[str, Fingerprint]:
    return result_observer.own(sight, part).prints


def names(known: Catalogue, specimen: Specimen, sight: Seen) -> frozenset[str]:
    """The ids of all mistakes that a student who made this one would be told."""
    named = known.named(specimen.part, _own(sight, specimen.part))
    return frozenset(mistake.id for each in named.values() for mistake in each)


def names_without(known: Catalogue, one: Known) -> frozenset[str]:
    """The ids that this mistake would be told if nobody had ever seen it; all of them are wrong."""
    mine = [each for each in known.known if each.part == one.part]
    twins = {each.mistake.id for each in mine if alike(known, one.mistake.id, each.mistake.id)}
    rest = Catalogue(tuple(each for each in mine if each.mistake.id not in twins))
    told = rest.named(one.part, one.prints)
    return frozenset(mistake.id for each in told.values() for mistake in each)


def alike(known: Catalogue, one: str, other: str) -> bool:
    """Whether no check of the suites tells two mistakes apart, in one of their forms."""
    forms = {id_: [each for each in known.known if each.mistake.id == id_] for id_ in (one, other)}
    return any(_agree(first, second) for first in forms[one] for second in forms[other])


def stale(committed: Catalogue, fresh: Catalogue) -> list[str]:
    """The mistakes whose fingerprints on disk are not those of this run."""
    old, new = _forms(committed), _forms(fresh)
    changed = [
        id_
        for id_ in new.keys() & old.keys()
        if len(old[id_]) != len(new[id_])
        or any(
            mine.mistake != theirs.mistake or not _agree(mine, theirs)
            for mine, theirs in zip(old[id_], new[id_], strict=True)
        )
    ]
    return sorted({*changed, *(new.keys() ^ old.keys())})


def _forms(catalogue: Catalogue) -> dict[str, list[Known]]:
    found: dict[str, list[Known]] = {}
    for each in catalogue.known:
        found.setdefault(each.mistake.id, []).append(each)
    return found


def _agree(old: Known, new: Known) -> bool:
    return old.prints.keys() == new.prints.keys() and all(
        old.prints[key].agrees(new.prints[key]) for key in old.prints
    )
