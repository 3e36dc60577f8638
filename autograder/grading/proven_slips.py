"""Proves that an answer is right but for known mistakes, by the hidden numbers.

The specimen of a mistake that the example numbers suggest is run with those that judge the student:
an answer that fails the same cases with the same values, and passes all others, is right in
everything else.
"""

import zlib
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import chain, islice, product

import msgspec

from autograder.checks.fingerprints import fingerprint
from autograder.checks.results import check_of
from autograder.core.assignment.load import ANSWERS, learnt
from autograder.core.assignment.plan import Assignment
from autograder.core.assignment.sets import EXAMPLE
from autograder.core.errors import DAMAGED, CourseError
from autograder.core.model import SILENT, Mistake, Outcome, PartResult
from autograder.grading.attempt import Results
from autograder.grading.naming import BOTH, Catalogue, Prints, agree
from autograder.notebook.read import Code

MOST_PAIRS = 16
"""Pairs with one mistake: each is run once for a set of numbers."""
PARTS = 16
"""Whose specimens are held unpacked: the largest take some megabytes, and 30 ms to unpack."""


class PartAnswers(msgspec.Struct, frozen=True):
    """Of one part the right answer, the cells that it needs, and specimens by mistake."""

    right: str = ""
    before: tuple[str, ...] = ()
    answers: dict[str, tuple[str, ...]] = {}

    def code(self, mistake: str) -> tuple[Code, ...]:
        """The cells to run for a mistake; empty if there is no specimen of it."""
        specimen = self.answers.get(mistake)
        cells = (*self.before, *specimen) if specimen else ()
        return tuple(Code(index, source) for index, source in enumerate(cells))

    def packed(self) -> bytes:
        return zlib.compress(msgspec.msgpack.encode(self), 9)


def packed_answers(assignment: Assignment) -> dict[str, bytes]:
    """The specimens by part, packed; none without a file. Raises CourseError if it is damaged."""
    return learnt(assignment, ANSWERS, dict[str, bytes], "autograder learn")


@lru_cache(PARTS)
def unpacked(data: bytes) -> PartAnswers:
    """The specimens of one part; none without data. Raises CourseError if they are damaged."""
    if not data:
        return PartAnswers()
    try:
        return msgspec.msgpack.decode(zlib.decompress(data), type=PartAnswers)
    except (zlib.error, *DAMAGED) as error:
        raise CourseError(f"{ANSWERS}: {error}; `autograder learn` makes it anew") from None


RunSpecimen = Callable[[tuple[Code, ...], str, int], Results]
"""The results of a part in these cells, by one set of numbers."""


class ProvenSlips:
    """Runs specimens with the hidden numbers, each once for a set."""

    def __init__(self, assignment: Assignment, run: RunSpecimen, catalogue: Catalogue) -> None:
        self._answers = packed_answers(assignment)
        self._run = run
        self._catalogue = catalogue
        self._seen: dict[tuple[str, int], Prints] = {}

    def of(self, part: PartResult, results: Results, set_index: int) -> tuple[Mistake, ...]:
        """The mistakes but for which the part is right. Raises GraderFault if none could be run."""
        # A check that met a fault may fail or pass: without it nothing is proven.
        if any(check.outcome is Outcome.GRADER_FAULT for check in part.checks):
            return ()
        prints = _prints(results, part.id)
        for ids in chain(_candidates(part), self._with_another(part, prints, set_index)):
            specimen = self._of_specimen(part.id, ids, set_index)
            if agree(prints, specimen) and self._tells(part, ids, specimen):
                entries = (self._catalogue.find(id_) for id_ in ids)
                return tuple(entry.mistake for entry in entries if entry)
        return ()

    def _with_another(
        self, part: PartResult, prints: Prints, set_index: int
    ) -> Iterator[tuple[str, ...]]:
        """Each named mistake with those others that fail what it leaves open, and nothing else."""
        named = [{m.id for m in check.mistakes} for check in part.checks if check.mistakes]
        answers = self.answers(part.id).answers
        entries = [entry for entry in self._catalogue.known if entry.prints.keys() <= prints.keys()]
        entries.sort(key=lambda entry: len(entry.prints))
        for id_ in sorted(set.intersection(*named)) if named else ():
            specimen = self._of_specimen(part.id, (id_,), set_index)
            open_ = {
                key
                for key in prints
                if key not in specimen or not prints[key].agrees(specimen[key])
            }
            fitting = (entry for entry in entries if open_ and open_ <= entry.prints.keys())
            pairs = (tuple(sorted((id_, entry.mistake.id))) for entry in fitting)
            yield from islice((ids for ids in pairs if BOTH.join(ids) in answers), MOST_PAIRS)

    def answers(self, part: str) -> PartAnswers:
        return unpacked(self._answers.get(part, b""))

    def _of_specimen(self, part: str, ids: tuple[str, ...], set_index: int) -> Prints:
        """What the specimen's failed cases come to by one set of numbers."""
        name = BOTH.join(ids)
        if (name, set_index) not in self._seen:
            code = self.answers(part).code(name)
            results = self._run(code, part, set_index) if code else ()
            self._seen[name, set_index] = _prints(results, part)
        return self._seen[name, set_index]

    def _tells(self, part: PartResult, ids: tuple[str, ...], specimen: Prints) -> bool:
        """Whether these values prove the formula: a check of values passes, or the main one fails
        with numbers or texts that differ between sets. An error, nan, or zeros prove nothing.
        """
        main = part.main_check
        if main is None:
            return False
        failed = {key: one for key, one in specimen.items() if check_of(key) == main.id}
        passed = (check.value and check.outcome is Outcome.PASSED for check in part.checks)
        if not failed or any(passed):
            return True
        entry = self._catalogue.find(ids[0]) if len(ids) == 1 else None
        example = entry.prints if entry else self._of_specimen(part.id, ids, EXAMPLE)
        return any(key in example and not one.is_like(example[key]) for key, one in failed.items())


def _prints(results: Results, part: str) -> Prints:
    failed = (case for case in results if case.part == part and case.outcome not in SILENT)
    return {case.key: fingerprint(case) for case in failed}


def _candidates(part: PartResult) -> list[tuple[str, ...]]:
    """The mistakes, or two together, that may explain every check that failed."""
    failed = [check for check in part.checks if check.failed]
    named = [frozenset(mistake.id for mistake in check.mistakes) for check in failed]
    if not named:
        return []
    alone = frozenset.intersection(*named)
    # A check that any of several mistakes explains adds nothing where another check names fewer.
    groups = {ids for ids in named if not any(fewer < ids for fewer in named)}
    if alone:
        return [tuple(sorted(id_.split(BOTH))) for id_ in sorted(alone)]
    is_pair = len(groups) == 2 and all(groups)
    return [tuple(sorted(pair)) for pair in sorted(product(*groups))] if is_pair else []
