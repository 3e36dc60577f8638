"""Help with known mistakes, a step at a time: an explanation, then an example on other numbers.

The texts are `help/*.toml` of an assignment, looked up by mistakes' names when a verdict is shown:
no grade depends on them.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from autograder.core.assignment.plan import Assignment, in_every
from autograder.core.errors import DAMAGED, CourseError
from autograder.core.model import Mistake, Text
from autograder.report.phrases import phrase

SIGNS = (
    (re.compile(r"\\sqrt\{([^{}]*)\}"), r"√\1"), (re.compile(r"\\cdot\b"), "·"),
    (re.compile(r"\\infty\b"), "∞"), (re.compile(r"\\sum\b"), "Σ"),
    (re.compile(r"\$([^$\n]+)\$"), r"\1"),
)  # fmt: skip
"""How a formula is written where there is no MathML."""


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A few lines of code on numbers of their own, and what they print."""

    en: str
    zh: str
    code: str
    prints: str

    @property
    def lead(self) -> Text:
        return Text(self.en, self.zh)


class Topic(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said about the mistakes of these names."""

    mistakes: tuple[str, ...]
    explanation: Text
    example: Example


Help = Mapping[str, Topic]
"""The topics of an assignment by the (English) names of mistakes."""


def read_help(assignment: Assignment) -> Help:
    """What help there is; a CourseError for a wrong file, or for two about one mistake."""
    topics: dict[str, Topic] = {}
    for file in sorted((assignment.folder / "help").glob("[!.]*.toml")):
        topic = _topic(file, assignment.languages)
        for name in topic.mistakes:
            if name in topics:
                raise CourseError(f"{file}: another file is about {name!r}, too; leave it out")
            topics[name] = topic
    return topics


def help_with(mistakes: Iterable[Mistake], help: Help) -> tuple[Topic, ...]:
    """What there is about these mistakes, each topic once."""
    topics = (help.get(mistake.name.en) for mistake in mistakes)
    return tuple(dict.fromkeys(topic for topic in topics if topic))


def _topic(file: Path, languages: tuple[str, ...]) -> Topic:
    try:
        fields = msgspec.toml.decode(file.read_bytes())
        fields["explanation"] = in_every(fields.get("explanation"), languages)
        example = fields.get("example")
        if len(languages) == 1 and isinstance(example, dict):
            fields["example"] = {**(in_every(example, languages) or {}), **example}
        return msgspec.convert(fields, Topic)
    except (*DAMAGED, OSError) as error:
        raise CourseError(f"{file}: {error}; help has mistakes, explanation, example") from None


def help_lines(topic: Topic, language: str) -> Iterator[str]:
    example = phrase("example").in_language(language) + phrase("colon").in_language(language)
    texts = (topic.explanation, topic.example.lead, phrase("prints"))
    explanation, lead, prints = (text.in_language(language).strip() for text in texts)
    for pattern, symbol in SIGNS:
        explanation = pattern.sub(symbol, explanation)
    yield explanation
    yield example + lead
    yield from (f"    {line}" for line in topic.example.code.strip().splitlines())
    yield prints
    yield from (f"    {line}" for line in topic.example.prints.strip().splitlines())
