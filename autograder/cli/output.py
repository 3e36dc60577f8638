"""What goes to standard output, in a terminal of any encoding."""

import sys


def tolerate_terminals() -> None:
    """Have letters that the terminal's encoding lacks shown as question marks.

    Else a Chinese title on a terminal of GBK, or a dash on one of Latin-1, would end a command with
    a traceback when its work is done.
    """
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="replace")


def write_bytes(data: bytes) -> None:
    """Write what another program reads: in UTF-8, whatever the terminal's encoding."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
