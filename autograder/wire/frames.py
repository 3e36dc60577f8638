"""Frames on a stream socket: four bytes of length, then that many bytes."""

import socket
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager

MAX_FRAME = 4 << 20
"""No message is longer; a longer one ends the conversation before a byte of it is read."""

CHUNK = 1 << 18
"""Bytes asked for at a time; most frames come whole."""

_LENGTH = struct.Struct(">I")


class WireError(Exception):
    """The other side does not keep to the protocol."""


class Closed(WireError):
    """The other side is gone."""


class Late(WireError):
    """No whole frame arrived before the deadline."""


def send(connection: socket.socket, data: bytes, deadline: float | None = None) -> None:
    """Send one frame by `deadline` (time.monotonic); Closed, Late, or WireError if over the cap."""
    if len(data) > MAX_FRAME:
        raise WireError(f"a message of {len(data)} bytes is over the cap of {MAX_FRAME}")
    with _until(deadline, connection):
        connection.sendall(_LENGTH.pack(len(data)) + data)


def receive(connection: socket.socket, deadline: float | None = None) -> bytes:
    """Receive one frame by `deadline`; Closed, Late, or WireError if over the cap or not alone."""
    data = bytearray()
    while len(data) < _LENGTH.size:
        data += _part(connection, CHUNK, deadline)
    (length,) = _LENGTH.unpack_from(data)
    if length > MAX_FRAME:
        raise WireError(f"a frame of {length} bytes was announced; the cap is {MAX_FRAME}")
    del data[: _LENGTH.size]
    while len(data) < length:
        data += _part(connection, min(length - len(data), CHUNK), deadline)
    if len(data) > length:
        raise WireError("more came than the one frame that was due")
    return bytes(data)


def is_whole(data: bytes) -> bool:
    return len(data) >= _LENGTH.size and len(data) >= _LENGTH.size + _LENGTH.unpack_from(data)[0]


def _part(connection: socket.socket, size: int, deadline: float | None) -> bytes:
    with _until(deadline, connection):
        part = connection.recv(size)
    if not part:
        raise Closed("the connection ended")
    return part


@contextmanager
def _until(deadline: float | None, connection: socket.socket) -> Iterator[None]:
    """The one call on the connection in the block ends by the deadline."""
    seconds = None if deadline is None else deadline - time.monotonic()
    try:
        if seconds is not None and seconds <= 0:
            raise TimeoutError
        connection.settimeout(seconds)
        yield
    except TimeoutError:
        raise Late("the other side neither reads nor answers in time") from None
    except OSError as error:
        raise Closed(str(error)) from None
