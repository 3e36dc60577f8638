"""Which paths a worker needs to read: the Python installation, and of its packages a few."""

import contextlib
import functools
import importlib.metadata
import re
import sys
import sysconfig
from pathlib import Path

PACKAGES = ("torch", "numpy", "ipython", "msgspec")
SITES = ("site-packages", "dist-packages")
ENGINE = Path(__file__).resolve().parents[1]
ENGINE_PARTS = ("__init__.py", "wire", "worker")
REQUIREMENT = re.compile(r"^[A-Za-z0-9._-]+")
TOP = re.compile(r"^[^/,\n]+", re.MULTILINE)
"""The first step of each path in a RECORD."""


@functools.cache
def python_paths() -> tuple[str, ...]:
    """The standard library, shared libraries, and the packages that a worker may import."""
    packages = _packages()
    paths = {*map(Path, packages), *_standard_library(packages), *_libraries()}
    return tuple(sorted(str(path) for path in paths if path.exists()))


def sites() -> list[str]:
    return sorted({str(Path(path).parent) for path in _packages()})


def engine_paths(root: Path) -> tuple[str, ...]:
    return tuple(str(root / "autograder" / part) for part in ENGINE_PARTS)


@functools.cache
def open_to_everyone() -> bool:
    """Whether any user of this machine may read what a worker needs, and enter where it lies."""
    needed = [Path(path) for path in (*python_paths(), *engine_paths(ENGINE.parent))]
    folders = {parent for path in needed for parent in path.resolve().parents}
    return all(folder.stat().st_mode & 0o001 for folder in folders) and all(
        path.stat().st_mode & 0o004 for path in needed
    )


def _standard_library(packages: frozenset[str]) -> set[Path]:
    """The base installation's; never by a virtual environment's folder, which holds them all."""
    bases = {"base": sys.base_prefix, "platbase": sys.base_exec_prefix}
    folders = {Path(sysconfig.get_path(name, vars=bases)) for name in ("stdlib", "platstdlib")}
    return {path for folder in folders for path in _without_sites(folder, packages)}


def _without_sites(folder: Path, packages: frozenset[str]) -> set[Path]:
    """The folder; where the packages are installed inside it, all in it but the packages."""
    inside = [*map(Path, packages), ENGINE]
    if not any(path.is_relative_to(folder) for path in inside):
        return {folder}
    return {path for path in folder.iterdir() if path.name not in SITES}


def _libraries() -> set[Path]:
    """Folders of shared libraries; not /usr/lib as a whole where it can be avoided."""
    multiarch = str(sysconfig.get_config_var("MULTIARCH"))
    usr_lib = Path("/usr/lib", multiarch)
    folders = {usr_lib, Path("/lib", multiarch)} if usr_lib.is_dir() else {Path("/usr/lib")}
    beside = (Path(sys.base_prefix, "lib"), Path("/usr/local/lib"))
    files = {file for folder in beside for file in folder.glob("*.so*")}
    return folders | files | {Path("/lib64"), Path("/usr/lib64"), Path("/etc/ld.so.cache")}


@functools.cache
def _packages() -> frozenset[str]:
    """Theirs, and of whatever they require and is installed."""
    paths: set[str] = set()
    names = list(PACKAGES)
    for name in names:
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            distribution = importlib.metadata.distribution(name)
            site = Path(str(distribution.locate_file("")))
            # Not `files`, which makes an object of each of torch's fifteen thousand, for 0.3 s.
            tops = set(TOP.findall(distribution.read_text("RECORD") or ""))
            paths |= {str(site / top) for top in tops - {".."}}
            lines = [line for line in distribution.requires or () if "extra ==" not in line]
            required = [match[0].lower() for match in map(REQUIREMENT.match, lines) if match]
            names += [package for package in dict.fromkeys(required) if package not in names]
    return frozenset(paths)
