"""From the bytes of a file to text: out of a zip or gzip archive, and of its encoding.

A tar archive holds its files as they are: the notebook is found amid other text.
"""

import gzip
import io
import re
import zipfile
from pathlib import PurePosixPath
from typing import IO

from autograder.core.errors import SubmissionUnreadable
from autograder.core.model import Text

MAX_BYTES = 64 * 1024 * 1024
"""Of a file as it was handed in, and of what is in an archive."""
MAX_DAMAGED = 5 * 1024 * 1024
"""Of a file that is no whole notebook: each byte may take thirty of memory as objects."""
MAX_LAYERS = 3
MAX_MEMBERS = 2000
MEMBER = b"PK\x01\x02"
"""Before each member in the list of a zip archive."""
OTHERS = {
    b"Rar!": "a RAR archive", b"7z\xbc\xaf": "a 7-Zip archive", b"BZh": "a bzip2 archive",
    b"\xfd7zXZ": "an xz archive", b"%PDF": "a PDF file", b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
}  # fmt: skip
BYTE_ORDERS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
UNPACKED = Text("the notebook was taken out of an archive", "笔记本是从压缩包里取出来的")
HIGH = re.compile(rb"[\x80-\xff]+")
ASCII = re.compile(r"[\x00-\x7f]+")


def unpacked(data: bytes, repairs: list[Text]) -> bytes:
    """The file in an archive, or `data` itself; SubmissionUnreadable unless one file is meant."""
    for _ in range(MAX_LAYERS):
        if (inner := _inner(data)) is None:
            return data
        data = inner
        repairs.append(UNPACKED)
    raise SubmissionUnreadable("the file is an archive in an archive in an archive")


def _inner(data: bytes) -> bytes | None:
    for mark, kind in OTHERS.items():
        if data.startswith(mark):
            raise SubmissionUnreadable(f"the file is {kind}, not a notebook")
    try:
        if data[:4] == b"PK\x03\x04":
            return _from_zip(data)
        if data[:2] == b"\x1f\x8b":
            with gzip.open(io.BytesIO(data)) as file:
                return _bounded(file)
    except SubmissionUnreadable:
        raise
    except Exception as error:
        # What the standard library raises on damaged archives is not to be foreseen.
        raise SubmissionUnreadable(f"the file is a damaged archive: {error}") from None
    return None


def _from_zip(data: bytes) -> bytes:
    # Counted before they are read: each takes half a kilobyte of memory.
    if (members := data.count(MEMBER)) > MAX_MEMBERS:
        raise SubmissionUnreadable(f"the archive holds {members} files, and no one knows which")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = [info.filename for info in archive.infolist()]
        # Not ZipInfo.is_dir, which takes the last character of a name that may be empty.
        with archive.open(_meant([name for name in names if not name.endswith("/")])) as file:
            return _bounded(file)


def _bounded(file: IO[bytes] | gzip.GzipFile) -> bytes:
    data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise SubmissionUnreadable(f"the archive holds more than {MAX_BYTES} bytes")
    return data


def _meant(names: list[str]) -> str:
    """The one notebook among `names` as they stand there, else the one script; the least deep."""
    paths = {PurePosixPath(name): name for name in names}
    hidden = [p for p in paths for step in p.parts if step.startswith((".", "__")) and step != ".."]
    shown = [path for path in paths if path not in hidden and path.name != "checks.py"]
    for suffix in (".ipynb", ".py"):
        matches = [path for path in shown if path.suffix.lower() == suffix]
        depth = min((len(path.parts) for path in matches), default=0)
        nearest = [path for path in matches if len(path.parts) == depth]
        if len(nearest) == 1:
            return paths[nearest[0]]
        if nearest:
            listed = ", ".join(str(path) for path in nearest[:5])
            raise SubmissionUnreadable(f"the archive holds several notebooks: {listed}")
    raise SubmissionUnreadable("the file is an archive without a notebook")


def decoded(data: bytes, repairs: list[Text]) -> str:
    """The text in `data`; characters that are in no encoding at all are replaced."""
    if len(data) > MAX_DAMAGED:
        text = "the end of a very large damaged file was left out"
        repairs.append(Text(text, "去掉了过大的损坏文件的末尾"))
        data = data[:MAX_DAMAGED]
    encoding = next((name for mark, name in BYTE_ORDERS.items() if data.startswith(mark)), "")
    if not encoding:
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            encoding = _guessed(data)
    repairs.append(
        Text("a byte order mark was skipped", "跳过了字节顺序标记")
        if encoding == "utf-8-sig"
        else Text(f"read as {encoding}", f"按 {encoding} 编码读取")
    )
    return data.decode(encoding, "replace")


def _guessed(data: bytes) -> str:
    """UTF-8 with foreign bytes in it, the Chinese encoding, or the Western one of Windows."""
    text = data.decode("utf-8", "replace")
    if len(ASCII.sub("", text)) > 2 * text.count("\ufffd"):
        return "utf-8"
    runs = [len(run) for run in HIGH.findall(data)]
    pairs = sum(run for run in runs if run % 2 == 0)
    return "gb18030" if pairs * 10 >= sum(runs) * 7 else "cp1252"
