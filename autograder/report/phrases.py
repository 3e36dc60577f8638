"""Phrases are data, in tables that hold both languages of a course: Python has only their keys."""

from functools import cached_property
from pathlib import Path

import msgspec

from autograder.core.model import Text


class Phrases:
    """The phrases of one file by their keys."""

    def __init__(self, name: str) -> None:
        self._file = Path(__file__).with_name(name)

    @cached_property
    def texts(self) -> dict[str, Text]:
        """The table, read when it is first asked for."""
        return msgspec.toml.decode(self._file.read_bytes(), type=dict[str, Text])

    def __call__(self, key: str, **values: object) -> Text:
        """A phrase in every language, with `values` filled in, which may be texts themselves."""
        found = self.texts[key]
        return Text(_filled(found.en, "en", values), _filled(found.zh, "zh", values))

    def words(self, language: str) -> dict[str, str]:
        """All phrases in `language` ("en" or "zh"), as templates ask for them."""
        return {key: text.in_language(language) for key, text in self.texts.items()}


def _filled(phrase: str, language: str, values: dict[str, object]) -> str:
    said = {
        name: value.in_language(language) if isinstance(value, Text) else value
        for name, value in values.items()
    }
    return phrase.format(**said) if values else phrase


phrase = Phrases("phrases.toml")
"""What a student's page, a verdict in the terminal and a result file say."""
class_phrase = Phrases("class_phrases.toml")
"""What the page of a class says, and what a person is told to look at."""
