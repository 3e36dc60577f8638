"""From bytes to text, in whatever encoding an editor has left them."""

import codecs
import re

from autograder.core.model import Text

MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""The longer of two marks that start alike comes first."""

LEFT_OUT = Text("the end of a very large damaged file was left out", "去掉了过大的损坏文件的末尾")
HIGH = re.compile(rb"[\x80-\xff]+")
REPLACED = "\ufffd"


MAX_BYTES = 8 * 1024 * 1024
"""Of a file that is no whole notebook: each may take four bytes of memory as text."""


def decoded(data: bytes, repairs: list[Text]) -> str:
    """The text in `data`; characters that are in no encoding at all are replaced."""
    if len(data) > MAX_BYTES:
        repairs.append(LEFT_OUT)
        data = data[:MAX_BYTES]
    for mark, encoding in MARKS:
        if data.startswith(mark):
            repairs.append(_marked(encoding))
            return data.decode(encoding, "replace")
    wide = _wide(data)
    if wide is None:
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            wide = _narrow(data)
    repairs.append(_read_as(wide))
    return data.decode(wide, "replace")


def _marked(encoding: str) -> Text:
    if encoding == "utf-8-sig":
        return Text("a byte order mark was skipped", "跳过了字节顺序标记")
    return _read_as(encoding)


def _read_as(encoding: str) -> Text:
    return Text(f"read as {encoding}", f"按 {encoding} 编码读取")


def _wide(data: bytes) -> str | None:
    """UTF-16 without a mark: every other byte of a notebook's first lines is zero."""
    head = data[:64]
    even, odd = head[::2].count(0), head[1::2].count(0)
    if len(head) < 4 or max(even, odd) * 4 < len(head):
        return None
    return "utf-16-be" if even > odd else "utf-16-le"


def _narrow(data: bytes) -> str:
    """UTF-8 with foreign bytes in it, the Chinese encoding, or the Western one of Windows."""
    text = data.decode("utf-8", "replace")
    foreign = text.count(REPLACED)
    beyond = sum(len(run) for run in re.findall(r"[^\x00-\x7f]+", text))
    if beyond > 2 * foreign:
        return "utf-8"
    runs = [len(run) for run in HIGH.findall(data)]
    pairs = sum(length for length in runs if length % 2 == 0)
    return "gb18030" if pairs * 10 >= sum(runs) * 7 else "cp1252"
