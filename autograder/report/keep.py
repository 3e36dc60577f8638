"""Reports as bytes, to be kept and sent."""

import msgspec

from autograder.model import Report

_decoder = msgspec.json.Decoder(Report)


def encode(report: Report) -> bytes:
    """The report as JSON."""
    return msgspec.json.encode(report)


def decode(data: bytes) -> Report:
    """The report in `data`.

    Raises:
        msgspec.ValidationError: it is no report of this version.
    """
    return _decoder.decode(data)
