"""Private mounts: inside bubblewrap they do for files what Landlock does elsewhere. Bubblewrap
shows a worker /proc, all devices and every scratch. It covers these with empty folders, in which
only what it may use is left; without capabilities it cannot take the covers off.
"""

import ctypes
import os
from collections.abc import Iterable
from pathlib import Path

from autograder.worker.confine.calls import PR_SET_DUMPABLE, checked, libc, prctl

CLONE_NEWNS, CLONE_NEWUSER = 0x00020000, 0x10000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT, MS_BIND = 1, 2, 4, 8, 32, 4096
BARE = MS_NOSUID | MS_NODEV | MS_NOEXEC


def hide_all_but(visible: Iterable[str], scratch: str) -> None:
    """Cover the folders, also that of the scratches, but for these paths; OSError if refused."""
    paths = list(map(Path, visible))
    current = os.getcwd()  # noqa: PTH109 (as a string, for the kernel)
    _own_namespaces()
    for folder in filter(None, ("/proc", "/dev", scratch)):
        _cover(folder, [path.name for path in paths if str(path.parent) == folder])
    # By its path: what was the current folder lies below the cover, and so do its neighbours.
    os.chdir(current)


def _own_namespaces() -> None:
    uid, gid = os.getuid(), os.getgid()
    # Whoever has changed the user does not own its files in /proc.
    prctl(PR_SET_DUMPABLE, 1)
    checked(libc.unshare(CLONE_NEWUSER | CLONE_NEWNS))
    for name, text in (
        ("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")
    ):  # fmt: skip
        Path("/proc/self", name).write_text(text)


def _cover(folder: str, names: list[str]) -> None:
    """Mount an empty folder that cannot be listed; what is kept is reached below it by name."""
    os.chdir(folder)
    _mount("tmpfs", folder, "tmpfs", BARE, "mode=0111,size=64k")
    for name in filter(os.path.exists, names):
        place = Path(folder, name)
        (place.mkdir if Path(name).is_dir() else place.touch)()
        _mount(name, str(place), None, MS_BIND, None)
    _mount(None, folder, None, MS_REMOUNT | MS_BIND | MS_RDONLY | BARE, None)


def _mount(
    source: str | None, target: str, kind: str | None, flags: int, options: str | None
) -> None:
    words = [None if word is None else word.encode() for word in (source, target, kind, options)]
    checked(libc.mount(*words[:3], ctypes.c_ulong(flags), words[3]))
