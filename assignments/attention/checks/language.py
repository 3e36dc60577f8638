"""The language of all messages."""

from __future__ import annotations

Words = tuple[str, str]  # (English, Chinese)
LANGUAGE = "en"
LANGUAGES = ("en", "zh")


def speak(code: str) -> None:
    """Choose the language of all messages: "en" or "zh"."""
    global LANGUAGE
    if code not in LANGUAGES:
        raise ValueError(f"the languages are {', '.join(LANGUAGES)}; found {code!r}")
    LANGUAGE = code


def _say(words: Words, **values: object) -> str:
    return str(words[LANGUAGES.index(LANGUAGE)]).format(**values)
