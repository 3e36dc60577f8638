"""Pages from templates, all of whose text is escaped; the panel of a part, and short notices."""

import functools
import html
import re
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from autograder.core.model import PartResult, Text
from autograder.report.diagnosis import MOST, diagnosis
from autograder.report.phrases import phrase
from autograder.report.plain_text import plain

CODE = re.compile("`([^`]+)`")


def with_code(text: str) -> Markup:
    """Escaped text in which words between backticks are code."""
    return Markup(CODE.sub(r"<code>\1</code>", html.escape(text)))


@pass_context
def _in_language(context: Context, text: Text) -> str:
    return text.in_language(context["language"])


@pass_context
def _rich(context: Context, text: Text) -> Markup:
    return with_code(plain(text.in_language(context["language"]), MOST))


def _harmless(value: object) -> object:
    """No control or direction characters from a student's id; autoescape does the markup."""
    return plain(value) if isinstance(value, str) and not isinstance(value, Markup) else value


@functools.cache
def environment() -> Environment:
    """Where templates are found, with the filters `t` and `rich` for a text in the language."""
    templates = Environment(
        loader=PackageLoader("autograder.report"), autoescape=True, trim_blocks=True,
        lstrip_blocks=True, undefined=StrictUndefined, finalize=_harmless,
    )  # fmt: skip
    templates.filters |= {"t": _in_language, "rich": _rich, "points": "{:g}".format}
    return templates


def rendered(template: str, language: str, **values: Any) -> str:
    """A page in `language` ("en" or "zh"); `w` are the phrases unless others are given."""
    context = {"w": phrase.words(language), "language": language} | values
    return environment().get_template(template).render(context)


# In a class most who have a part right have the same one.
@functools.lru_cache(2048)
def part_html(part: PartResult, language: str, repairs: tuple[Text, ...] = ()) -> str:
    verdict = diagnosis(part)
    return rendered("panel.html", language, part=part, found=verdict, repairs=repairs, help=None)


def notice_page(language: str, heading: str, key: str, **values: object) -> str:
    """A page of two phrases, in the place of feedback."""
    text = phrase(key, **values)
    return rendered("notice.html", language, heading=phrase(heading), said=text)
