"""A file that is written whole or not at all, and never seen half written."""

import os
import secrets
from pathlib import Path

OWNER_ONLY = 0o600
"""What holds marks or expected values."""
AS_OTHERS = 0o666
"""As `open` makes files: the umask decides who may read them."""


def write(path: Path, data: bytes, mode: int = OWNER_ONLY, *, lasting: bool = True) -> None:
    """Put a file of `data` in the place of `path`; whoever reads it has the old or the new one.

    One that is not `lasting` need not be waited for, and a power cut may tear it.

    Raises:
        OSError: there is no place for it; what was at `path` is still there.
    """
    # In the same folder, because a file cannot be moved at once to another file system.
    fresh = path.parent / f".{secrets.token_hex(8)}.part"
    try:
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(data)
            if lasting:
                file.flush()
                # Without it a power cut could leave the new name on an empty file.
                os.fsync(file.fileno())
        fresh.replace(path)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
