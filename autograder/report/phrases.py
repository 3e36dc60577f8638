"""Phrases are data, in tables that hold both languages of a course: Python has only their keys."""

import re
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import msgspec

from autograder.core.model import Text
from autograder.wire.places import PLACE

HAN = "[\u4e00-\u9fff]"


@cache
def _table(name: str, kind: Any) -> Any:
    return msgspec.toml.decode(Path(__file__).with_name(name).read_bytes(), type=dict[str, kind])


class Phrases:
    def __init__(self, name: str) -> None:
        self._name = name

    @cached_property
    def texts(self) -> dict[str, Text]:
        """Those of its table; what it lacks is said as to students."""
        return _table("phrases.toml", Text) | _table(self._name, Text)

    def __call__(self, key: str, **values: object) -> Text:
        """A phrase in every language, with `values` filled in, which may be texts themselves."""
        text = self.texts[key]
        if not values:
            return text
        texts = {name: value for name, value in values.items() if isinstance(value, Text)}
        en, zh = ({n: t.in_language(key) for n, t in texts.items()} for key in ("en", "zh"))
        return Text(text.en.format(**values | en), _in_chinese(text.zh, values | zh))

    def words(self, language: str) -> dict[str, str]:
        """All phrases in `language` ("en" or "zh"), as templates ask for them."""
        return {key: text.in_language(language) for key, text in self.texts.items()}


def _in_chinese(template: str, values: dict[str, Any]) -> str:
    """Filled in: the spaces beside a value are for Latin letters and digits, not for a 李四."""
    for name, value in values.items():
        if re.match(HAN, str(value)):
            template = re.sub(f"(?<={HAN}) ({{{name}}})", r"\1", template)
        if re.search(f"{HAN}$", str(value)):
            template = re.sub(f"({{{name}}}) (?={HAN})", r"\1", template)
    return template.format(**values)


phrase = Phrases("phrases.toml")
"""What a student's page, a verdict in the terminal and a result file say."""
class_phrase = Phrases("class_phrases.toml")
"""What the page of a class says, and what a person is told to look at."""


class ErrorName(msgspec.Struct, frozen=True):
    """What an error is called whose text has this pattern, and what is asked about it."""

    pattern: str
    question: Text
    name: Text = Text("", "")


def error_name(text: str) -> ErrorName | None:
    """What an error is called by its type and text; None if no pattern knows it."""
    return _known(text, "rows")


def question_about(detail: str) -> Text | None:
    """What is asked about a result of a wrong kind; None where the requirement's hint is better."""
    row = _known(detail, "results")
    return row.question if row else None


def file_problem(text: str) -> Text:
    """Why a file cannot be read; as it is said in English where no pattern knows it."""
    table = _table("file_problems.toml", str)
    matches = ((re.fullmatch(pattern, text), zh) for pattern, zh in table.items())
    translated = (zh.format(*match.groups()) for match, zh in matches if match)
    return Text(text, next(translated, text))


def _known(text: str, table: str) -> ErrorName | None:
    without_place = PLACE.sub("", text).rstrip()
    for row in _table("error_names.toml", list[ErrorName])[table]:
        if match := re.search(row.pattern, without_place):
            groups = [group for group in match.groups() if group is not None]
            fields = (row.question, row.name)
            texts = (Text(field.en.format(*groups), field.zh.format(*groups)) for field in fields)
            return ErrorName(row.pattern, *texts)
    return None
