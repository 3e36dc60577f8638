"""Files written whole or not at all, in folders that are their owner's alone or their group's. A
folder is its group's if it is writable for it and lets all in it inherit it (setgid), as nbgrader
makes a course's with `groupshared`: only the outermost one is opened, by `share`.
"""

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

STATE_FOLDER = ".autograder"
"""Where a course keeps what this package writes for itself."""
OWNER_ONLY = 0o600
"""What holds marks or expected values."""
GROUPS = 0o660
"""The same in a folder that a group shares."""
AS_OTHERS = 0o666
"""As `open` makes files: the umask decides who may read them."""
SHARED = stat.S_ISGID | stat.S_IRWXG


def make_folder(folder: Path) -> None:
    """Make a folder, and those above it that are missing, as open as the one around it."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
        if is_shared(folder.parent):
            # Not by mkdir: the umask takes the group's rights away.
            folder.chmod(stat.S_IRWXU | SHARED)


def share(folder: Path) -> None:
    """Open a folder to the group of the one around it, with all that is in it already."""
    make_folder(folder)
    if is_shared(folder):
        return
    group = folder.parent.stat().st_gid
    # The folder itself last: who is interrupted begins again.
    for path in (*folder.rglob("*"), folder):
        # What is another user's only that user can open.
        with suppress(PermissionError):
            os.chown(path, -1, group)
            path.chmod(stat.S_IRWXU | SHARED if path.is_dir() else GROUPS)


def is_shared(folder: Path) -> bool:
    """Whether the group of a folder may write in it, and what is made there is the group's."""
    return folder.stat().st_mode & SHARED == SHARED


def append(path: Path, data: bytes) -> None:
    """Add lines at once to the end of a file that is its owner's alone or its group's; one that a
    power cut or a full disk has torn stays a line of its own.
    """
    groups = is_shared(path.parent)
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT
    with os.fdopen(os.open(path, flags, OWNER_ONLY), "rb+", buffering=0) as file:
        if groups and os.fstat(file.fileno()).st_uid == os.getuid():
            os.fchmod(file.fileno(), GROUPS)
        # In one piece: two graders may add at the same time.
        size = os.fstat(file.fileno()).st_size
        is_torn = size and os.pread(file.fileno(), 1, size - 1) != b"\n"
        file.write(b"\n" + data if is_torn else data)
        os.fsync(file.fileno())


def write(path: Path, data: bytes, mode: int = OWNER_ONLY, *, lasting: bool = True) -> None:
    """Put a file of `data` in the place of `path`; whoever reads it has the old or the new one,
    also after OSError. One that is not `lasting` need not be waited for, and a power cut may tear
    it.
    """
    # In the same folder, because a file cannot be moved at once to another file system.
    fresh = path.parent / f".{secrets.token_hex(8)}.part"
    groups = mode == OWNER_ONLY and is_shared(path.parent)
    try:
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(data)
            if groups:
                os.fchmod(file.fileno(), GROUPS)
            if lasting:
                file.flush()
                # Without it a power cut could leave the new name on an empty file.
                os.fsync(file.fileno())
        fresh.replace(path)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
