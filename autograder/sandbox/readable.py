"""Which paths a worker needs to read: the Python installation, and of its packages a few."""

import functools
import importlib.metadata
import re
import sys
import sysconfig
from pathlib import Path

PACKAGES = ("torch", "numpy", "IPython", "msgspec")
LIBRARIES = ("/usr/lib", "/lib", "/lib64", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache")
ENGINE = Path(__file__).resolve().parents[1]
ENGINE_ROOMS = ("__init__.py", "wire", "worker")
REQUIREMENT = re.compile(r"^[A-Za-z0-9._-]+")


@functools.cache
def python_paths() -> tuple[str, ...]:
    """The standard library, shared libraries, and the packages that a worker may import."""
    names = ("stdlib", "platstdlib")
    found = {str(Path(sysconfig.get_path(name)).resolve()) for name in names}
    found |= {str(Path(sys.base_prefix, "lib"))} if sys.base_prefix not in ("/", "/usr") else set()
    return tuple(sorted(found | set(LIBRARIES) | _packages()))


def engine_paths(root: Path) -> tuple[str, ...]:
    """The rooms of the engine that run with student code, below `root`."""
    return tuple(str(root / "autograder" / room) for room in ENGINE_ROOMS)


def _packages() -> set[str]:
    """The top-level entries of the packages in the closure of what a worker imports."""
    found: set[str] = set()
    waiting, seen = list(PACKAGES), set()
    while waiting:
        name = waiting.pop()
        if name.lower() in seen:
            continue
        seen.add(name.lower())
        try:
            distribution = importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError:
            continue
        found |= _entries(distribution)
        waiting += [m[0] for line in distribution.requires or () if (m := _needed(line))]
    return found


def _needed(line: str) -> "re.Match[str] | None":
    return None if "extra ==" in line else REQUIREMENT.match(line)


def _entries(distribution: importlib.metadata.Distribution) -> set[str]:
    site = Path(str(distribution.locate_file("")))
    tops = {Path(str(file)).parts[0] for file in distribution.files or ()}
    return {str((site / top).resolve()) for top in tops if not top.startswith("..")}
