"""The catalogue of known mistakes, from what the trials saw, and how rightly it names them."""

from collections.abc import Mapping

from autograder.grading.naming import Catalogue, Known
from autograder.oracle.fingerprints import Fingerprint
from autograder.specimens import witness
from autograder.specimens.load import Specimen
from autograder.specimens.witness import Seen


def catalogue(specimens: tuple[Specimen, ...], sights: Mapping[str, Seen]) -> Catalogue:
    """Every mistake that fails anything, with the fingerprints of its own part."""
    return Catalogue(
        tuple(
            Known(specimen.part, specimen.mistake, prints)
            for specimen in specimens
            if specimen.id in sights and (prints := _own(sights[specimen.id], specimen.part))
        )
    )


def _own(sight: Seen, part: str) -> dict[str, Fingerprint]:
    return witness.own(sight, part).prints


def names(known: Catalogue, specimen: Specimen, sight: Seen) -> frozenset[str]:
    """The ids of all mistakes that a student who made this one would be told."""
    named = known.named(specimen.part, _own(sight, specimen.part))
    return frozenset(mistake.id for each in named.values() for mistake in each)


def alike(known: Catalogue, one: str, other: str) -> bool:
    """Whether no check of the suites tells two mistakes apart."""
    prints = {each.mistake.id: each.prints for each in known.known}
    first, second = prints[one], prints[other]
    return first.keys() == second.keys() and all(first[key].agrees(second[key]) for key in first)


def stale(committed: Catalogue, fresh: Catalogue) -> list[str]:
    """The mistakes whose fingerprints on disk are not those of this run."""
    old = {each.mistake.id: each for each in committed.known}
    new = {each.mistake.id: each for each in fresh.known}
    changed = [
        id_ for id_ in new.keys() & old.keys()
        if old[id_].mistake != new[id_].mistake or not _agree(old[id_], new[id_])
    ]  # fmt: skip
    return sorted({*changed, *(new.keys() ^ old.keys())})


def _agree(old: Known, new: Known) -> bool:
    return old.prints.keys() == new.prints.keys() and all(
        old.prints[key].agrees(new.prints[key]) for key in old.prints
    )
