"""The notebook in an archive: zip and tar, gzip, bzip2 and xz, never larger than the cap."""

import bz2
import io
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from itertools import islice
from pathlib import PurePosixPath
from typing import IO, Any

from autograder.core.errors import SubmissionUnreadable
from autograder.core.model import Text

MAX_BYTES = 64 * 1024 * 1024
"""Of a file as it was handed in."""

MAX_UNPACKED = 16 * 1024 * 1024
"""Of what is in an archive: a small file must not become a large one."""

MAX_MEMORY = 64 * 1024 * 1024
"""For a dictionary of xz."""

MAX_LAYERS = 3
MAX_MEMBERS = 2000
MAX_STREAMS = 16
"""One behind the other in one compressed file."""

MEMBER = b"PK\x01\x02"
"""Before each member in the list of a zip archive."""

STREAMS: dict[bytes, Callable[[], Any]] = {
    b"\x1f\x8b": lambda: zlib.decompressobj(wbits=31),
    b"BZh": bz2.BZ2Decompressor,
    b"\xfd7zXZ\x00": lambda: lzma.LZMADecompressor(memlimit=MAX_MEMORY),
}
OTHERS = {
    b"Rar!": "a RAR archive",
    b"7z\xbc\xaf": "a 7-Zip archive",
    b"%PDF": "a PDF file",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
}
TAR_MARK = slice(257, 262)
BROKEN = (
    OSError, EOFError, ValueError, RuntimeError, zlib.error, lzma.LZMAError, zipfile.BadZipFile,
    tarfile.TarError, KeyError, OverflowError,
)  # fmt: skip
"""What the archive modules of the standard library raise on archives that are damaged."""


def unpacked(data: bytes, repairs: list[Text]) -> bytes:
    """The file in the archive `data`, or `data` itself if it is none.

    Raises:
        SubmissionUnreadable: an archive without one file that can be meant.
    """
    for _ in range(MAX_LAYERS):
        inner = _inner(data)
        if inner is None:
            return data
        data = inner
        note = Text("the notebook was taken out of an archive", "笔记本是从压缩包里取出来的")
        repairs[:] = [*repairs, note] if note not in repairs else repairs
    raise SubmissionUnreadable("the file is an archive in an archive in an archive")


def _inner(data: bytes) -> bytes | None:
    for mark, kind in OTHERS.items():
        if data.startswith(mark):
            raise SubmissionUnreadable(f"the file is {kind}, not a notebook")
    try:
        if data[:4] == b"PK\x03\x04":
            return _from_zip(data)
        if data[TAR_MARK] == b"ustar":
            return _from_tar(data)
        for mark, opened in STREAMS.items():
            if data.startswith(mark):
                return _streamed(opened, data)
    except BROKEN as error:
        raise SubmissionUnreadable(f"the file is a damaged archive: {error}") from None
    return None


def _streamed(opened: Callable[[], Any], data: bytes) -> bytes:
    """What is in the streams of a compressed file; the modules' own readers take any number."""
    pieces: list[bytes] = []
    room = MAX_UNPACKED + 1
    for _ in range(MAX_STREAMS):
        stream = opened()
        pieces.append(stream.decompress(data, room))
        room -= len(pieces[-1])
        if room <= 0:
            raise _too_large()
        if not stream.eof:
            raise EOFError("it ends in the middle")
        data = stream.unused_data.lstrip(b"\x00")
        if not data:
            return b"".join(pieces)
    raise SubmissionUnreadable("the archive is in too many pieces")


def _from_zip(data: bytes) -> bytes:
    # Counted before they are read: each takes half a kilobyte of memory.
    _few(data.count(MEMBER))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = [info.filename for info in archive.infolist()]
        # Not ZipInfo.is_dir, which takes the last letter of a name that may be empty.
        name = _meant([name for name in names if not name.endswith("/")])
        with archive.open(name) as file:
            return _capped(file)


def _from_tar(data: bytes) -> bytes:
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
        members = list(islice(archive, MAX_MEMBERS + 1))
        _few(len(members))
        name = _meant([member.name for member in members if member.isfile()])
        file = archive.extractfile(name)
        if file is None:
            raise SubmissionUnreadable(f"the archive holds no content for {name!r}")
        with file:
            return _capped(file)


def _capped(file: IO[bytes]) -> bytes:
    data = file.read(MAX_UNPACKED + 1)
    if len(data) > MAX_UNPACKED:
        raise _too_large()
    return data


def _too_large() -> SubmissionUnreadable:
    return SubmissionUnreadable(f"the archive holds more than {MAX_UNPACKED} bytes")


def _few(members: int) -> None:
    if members > MAX_MEMBERS:
        raise SubmissionUnreadable(f"the archive holds {members} files, and no one knows which")


def _meant(names: list[str]) -> str:
    """The one notebook among `names`, else the one script; the least deep, if there are more.

    The name as it stands in the archive: "./a.ipynb" is another one there than "a.ipynb".
    """
    paths = {PurePosixPath(name): name for name in names}
    shown = [path for path in paths if not any(map(_is_hidden, path.parts))]
    for suffix in (".ipynb", ".py"):
        found = [path for path in shown if path.suffix.lower() == suffix]
        found = [path for path in found if path.name != "checks.py"]
        depth = min((len(path.parts) for path in found), default=0)
        nearest = [path for path in found if len(path.parts) == depth]
        if len(nearest) == 1:
            return paths[nearest[0]]
        if nearest:
            listed = ", ".join(str(path) for path in nearest[:5])
            raise SubmissionUnreadable(f"the archive holds several notebooks: {listed}")
    raise SubmissionUnreadable("the file is an archive without a notebook")


def _is_hidden(part: str) -> bool:
    return part.startswith((".", "__")) and part != ".."
