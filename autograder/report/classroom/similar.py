"""Answers that are alike: leads for a person to look at, never a verdict.

Compared are the tokens of a student's own lines, part by part: comments and layout do not count,
and names that the student chose are numbered, so that renaming hides nothing. A form of an answer
that many files of the class have in common is left out, just as the released stub is: in a short
exercise the plain right answer says nothing about who wrote it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from statistics import median_low

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Indel
from rapidfuzz.process import cdist

from autograder.report.classroom.report_data import Alike, Similarity

THRESHOLD = 0.9
"""The share of equal tokens, in the same order, from which two students are named."""
COMMON, COMMON_LEAST = 0.1, 5
"""A form is common that is in more files than this share of the class, and than this number."""
MIN_TOKENS = 12
"""Answers shorter than this are left out: too few ways to write them."""
LONG, LONG_LEAST = 4, 200
"""An answer more than so many times as long as the median, and longer than so many tokens, is
compared by its beginning: some dozens of such would take half a minute."""
LEAST_PARTS, LEAST_TOKENS = 2, 50
"""Parts and tokens that must be left to compare in a pair; else only the same file is named."""

MOST = 200
"""Groups that are kept; more than that, and the course should ask other questions."""

Matrix = NDArray[np.float32]
Mask = NDArray[np.bool_]


def similarity(answers: Mapping[str, Mapping[str, str]], files: Mapping[str, str]) -> Similarity:
    """Who is alike among `answers`: forms of a student's own lines by student and part.

    By student the digests of their `files`: the same bytes count once, and are a lead anyway.
    """
    students = sorted(answers)
    digests = [files.get(student, student) for student in students]
    parts = sorted({part for by_part in answers.values() for part in by_part})
    forms = {
        part: distinctive([answers[student].get(part, "") for student in students], digests)
        for part in parts
    }
    score, enough = _scores(list(forms.values()), len(students))
    upper = np.triu(enough, 1)
    same = _one_file(digests, [answers[student] for student in students])
    score[same] = 1.0
    near = (enough & (score >= THRESHOLD)) | same
    groups = []
    for group in islice(_groups(near, score), MOST):
        compared = tuple(p for p, texts in forms.items() if all(texts[index] for index in group))
        shares = score[np.ix_(group, group)]
        np.fill_diagonal(shares, 1)
        students_by_file: dict[str, list[str]] = {}
        for index in sorted(group):
            students_by_file.setdefault(digests[index], []).append(students[index])
        names = tuple(students[index] for index in sorted(group))
        files_of = tuple(tuple(ids) for ids in students_by_file.values() if len(ids) > 1)
        groups.append(Alike(names, round(float(shares.min()), 4), compared, files_of))
    return Similarity(
        usual=round(float(np.median(score[upper])), 4) if upper.any() else None,
        threshold=THRESHOLD,
        groups=tuple(groups),
    )


def distinctive(forms: list[str], files: list[str]) -> list[str]:
    """What is compared of each form: "" for one that is too short, or common in the class."""
    common = max(COMMON_LEAST, COMMON * len(forms))
    counts = Counter(form for form, _ in {*zip(forms, files, strict=True)})
    lengths = [len(form) for form in forms if len(form) >= MIN_TOKENS]
    most = max(LONG_LEAST, LONG * median_low(lengths)) if lengths else 0
    return [f[:most] if len(f) >= MIN_TOKENS and counts[f] <= common else "" for f in forms]


def _one_file(digests: list[str], answers: list[Mapping[str, str]]) -> Mask:
    """Which pairs handed in the same bytes, however common their answers are in the class."""
    written = [any(len(form) >= MIN_TOKENS for form in forms.values()) for forms in answers]
    file = np.unique(digests, return_inverse=True)[1]
    return (file[:, None] == file[None, :]) & np.array(written, bool)[:, None]


def _scores(columns: list[list[str]], count: int) -> tuple[Matrix, Mask]:
    """For each pair the share of equal tokens, and whether there was enough to compare."""
    equal = np.zeros((count, count), np.float32)
    tokens = np.zeros_like(equal)
    parts = np.zeros((count, count), np.int16)
    for forms in columns:
        written = np.array([bool(text) for text in forms])
        if written.sum() < 2:
            continue
        # Each once: in a class of thousands most answers are in the form of several students.
        texts = list(dict.fromkeys(text for text in forms if text))
        # The first row and column are of those who have none.
        shares = np.zeros((len(texts) + 1, len(texts) + 1), np.float32)
        shares[1:, 1:] = cdist(texts, texts, scorer=Indel.normalized_similarity, workers=-1)
        places = {"": 0} | {text: place for place, text in enumerate(texts, 1)}
        indices = np.array([places[text] for text in forms], np.intp)
        lengths = np.array([len(text) for text in forms], np.float32)
        both = written[:, None] & written[None, :]
        weights = (lengths[:, None] + lengths[None, :]) / 2 * both
        tokens += weights
        parts += both
        weights *= shares.take(indices, 0).take(indices, 1)
        equal += weights
    enough = (parts >= LEAST_PARTS) & (tokens >= LEAST_TOKENS)
    return np.divide(equal, tokens, out=np.zeros_like(equal), where=tokens > 0), enough


def _groups(near: Mask, score: Matrix) -> Iterator[list[int]]:
    """Students who are all alike among themselves, closest pair first; every pair is in a group.

    Chains are not followed: A like B and B like C says nothing of A and C.
    """
    remaining = np.triu(near, 1)
    pairs = np.argwhere(remaining)
    for first, second in pairs[np.argsort(-score[tuple(pairs.T)], kind="stable")]:
        if not remaining[first, second]:
            continue
        group = [int(first), int(second)]
        candidates = near[first] & near[second]
        candidates[group] = False
        while candidates.any():
            group.append(int(np.argmax(candidates)))
            candidates &= near[group[-1]]
            candidates[group[-1]] = False
        remaining[np.ix_(group, group)] = False
        yield group
