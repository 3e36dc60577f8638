"""nbgrader's log of an error of ours: its one sentence, and no traceback.

nbgrader logs a traceback for whatever is wrong with a submission, and formgrader shows it.
"""

import logging
import re
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from autograder.report.plain_text import one_line

OURS = re.compile(r"^autograder\.(?:core|sandbox)\.errors\.\w+: (.+)\Z", re.MULTILINE | re.DOTALL)
"""The last lines of a traceback, where one of our errors ended it."""
POINTING = "Please see the the above traceback"
WIDTH = 72
"""Letters of a line in formgrader's dialogue, which does not wrap them."""


class _Sentences(logging.Filter):
    def __init__(self) -> None:
        super().__init__()
        self._others = False

    def filter(self, record: logging.LogRecord) -> bool:
        text = record.getMessage()
        if text.startswith("Traceback"):
            found = OURS.search(text.rstrip())
            if found:
                record.msg, record.args = one_line(found[1]), ()
            self._others |= not found
        # nbgrader's last line leads to a traceback: where there is none, to nothing.
        return self._others or not text.startswith(POINTING)


@contextmanager
def in_sentences(log: logging.Logger) -> Iterator[None]:
    """Have the log say our errors in one sentence."""
    sentences = _Sentences()
    log.addFilter(sentences)
    try:
        yield
    finally:
        log.removeFilter(sentences)


def without_traceback(result: dict[str, Any]) -> dict[str, Any]:
    """What nbgrader's interface returns; the traceback is left out where the log has a sentence."""
    log = result.get("log", "")
    if result["success"] or not log or "Traceback" in log:
        return result
    # Paths stay whole, so that they can be copied.
    fill = partial(textwrap.fill, width=WIDTH, break_long_words=False, break_on_hyphens=False)
    lines = map(fill, log.splitlines())
    return {"success": False, "log": "\n".join(lines) + "\n"}
