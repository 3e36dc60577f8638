"""When a submission was handed in, by the file that nbgrader puts beside it."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import dateutil.parser
import dateutil.tz

from autograder.core.errors import SubmissionUnreadable
from autograder.core.model import Text
from autograder.notebook.folder import read_plain, shown

FILE = "timestamp.txt"
MAX_BYTES = 200
IS_LONG = Text(f"has more than {MAX_BYTES} bytes", f"超过 {MAX_BYTES} 字节")


@dataclass(frozen=True)
class Stamp:
    """What the file says, and the time in UTC; `unknown` is why it says none, if it should."""

    said: str = ""
    at: datetime | None = None
    doubtful: Text | None = None
    """Says which time it was read as, where it names no known zone or may mean another one."""
    unknown: Text | None = None

    @classmethod
    def read(cls, folder: Path, left_out: Text | None = None) -> "Stamp":
        """The stamp of a submission's folder; `left_out` is why its file must not be opened."""
        if left_out:
            return cls._unknown(left_out, folder)
        try:
            text = read_plain(folder / FILE, MAX_BYTES).decode("utf-8-sig", "replace").strip()
        except FileNotFoundError:
            return cls()
        except SubmissionUnreadable:
            return cls._unknown(IS_LONG, folder)
        except OSError as error:
            texts = f"cannot be read: {error.strerror}", f"无法读取：{error.strerror}"
            return cls._unknown(Text(*texts), folder)
        try:
            return cls(text, *_utc(text)) if text else cls()
        # What dateutil raises at a text that is no time is not to be foreseen.
        except Exception:
            texts = f"says {text[:60]!r}, which is no time", f"写的是“{text[:60]}”，不是时间"
            return cls._unknown(Text(*texts), folder)

    def to_come(self, folder: Path) -> Text | None:
        """What to say of a time that lies ahead; a day is left for clocks and zones."""
        if not self.at or self.at < datetime.now(UTC).replace(tzinfo=None) + timedelta(days=1):
            return None
        name = shown(folder / FILE)
        return Text(f"{name}: {self.said} lies in the future", f"{name}：{self.said} 还没有到")

    @classmethod
    def _unknown(cls, reason: Text, folder: Path) -> "Stamp":
        name = shown(folder / FILE)
        remark = Text(
            f"{name} {reason.en}: when it was handed in is unknown; write it as 2026-03-01 12:00:00"
            " UTC, or remove the file if the submission is in time",
            f"{name} {reason.zh}：提交时间未知；请写成 2026-03-01 12:00:00 UTC，"
            "若没有迟交则删除该文件",
        )
        return cls(reason.en, unknown=remark)


def _utc(text: str) -> tuple[datetime, Text | None]:
    """A time by nbgrader's own rules (a third word is a zone's name, or its offset, of which +0800
    are 800 seconds), and what to say of it if another one may be meant.
    """
    words = text.split(" ")
    if len(words) == 3:
        try:
            zone: object = int(words[2])
        except ValueError:
            zone = dateutil.tz.gettz(words[2])
        time = dateutil.parser.parse(f"{words[0]} {words[1]} TZ", tzinfos={"TZ": zone})
    else:
        time = dateutil.parser.parse(text)
    at = (time - (time.utcoffset() or timedelta())).replace(tzinfo=None)
    if time.tzinfo and not re.search(r"^\d\d?\D\d\d?\D| [+-]\d+$", text):
        return at, None
    en = f"{FILE} says {text[:60]!r}: it was read as {at:%F %H:%M} UTC"
    return at, Text(en, f"{FILE} 写的是“{text[:60]}”：已按 {at:%F %H:%M} UTC 读取")
