"""A page in the place of feedback, while there is none."""

from datetime import datetime

from autograder.core.model import Text
from autograder.report import phrases
from autograder.report.plain_text import escaped


def waiting_page(number: int, hours: float, until: datetime, language: str) -> str:
    """For a submission beyond the attempts that a student has; `until` in UTC."""
    time = f"{until:%Y-%m-%d %H:%M} UTC"
    said = phrases.WAITING.in_language(language).format(number=number, hours=hours, time=time)
    return _page(phrases.RECEIVED, said, language)


def unreadable_page(language: str) -> str:
    """For a file that holds no notebook."""
    return _page(phrases.NOT_GRADED, phrases.UNREADABLE.in_language(language), language)


def _page(title: Text, said: str, language: str) -> str:
    heading = escaped(title.in_language(language))
    return (
        f'<!DOCTYPE html><html lang="{"zh-CN" if language == "zh" else "en"}"><head>'
        f'<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{heading}</title></head>"
        '<body style="font-family:sans-serif;line-height:1.5;max-width:40em;margin:2em auto;'
        'padding:0 1em;background:#fff;color:#1a1a1a">'
        f"<h1>{heading}</h1><p>{escaped(said)}</p></body></html>\n"
    )
