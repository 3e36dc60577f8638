"""What leads to an error, and the question that finds it: by Python's and torch's own words."""

import re
from functools import cache
from pathlib import Path

import msgspec

from autograder.core.model import Text
from autograder.wire.places import PLACE


class ErrorName(msgspec.Struct, frozen=True):
    """What an error is called, and what is asked about it."""

    name: Text
    question: Text


class _Row(msgspec.Struct, frozen=True):
    pattern: str
    name: Text
    question: Text


class _Table(msgspec.Struct, frozen=True):
    rows: tuple[_Row, ...]


def error_name(said: str) -> ErrorName | None:
    """What an error is called by its type and text; None if no row knows it."""
    without_place = PLACE.sub("", said).rstrip()
    for row in _rows():
        if found := re.search(row.pattern, without_place):
            groups = [group for group in found.groups() if group is not None]
            return ErrorName(_filled(row.name, groups), _filled(row.question, groups))
    return None


@cache
def _rows() -> tuple[_Row, ...]:
    table = Path(__file__).with_suffix(".toml")
    return msgspec.toml.decode(table.read_bytes(), type=_Table).rows


def _filled(text: Text, groups: list[str]) -> Text:
    return Text(text.en.format(*groups), text.zh.format(*groups))
