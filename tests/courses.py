"""What tests look at in a course folder, and change in it."""

import subprocess
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parent.parent


def contents(folder: Path) -> dict[str, bytes]:
    """Every file and folder below a folder, but for what Python caches."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else b""
        for path in sorted(folder.rglob("*"))
        if "__pycache__" not in path.parts
    }


def configure(course: Path, lines: str) -> None:
    """Add lines to the course's nbgrader_config.py."""
    with (course / "nbgrader_config.py").open("a", encoding="utf-8") as config:
        config.write(f"{lines}\n")


def until(
    true: Callable[[], object], seconds: float = 120, said: Callable[[], str] = str,
    process: "subprocess.Popen[bytes] | None" = None,
) -> None:  # fmt: skip
    """Wait for it: not for ever, nor beyond the end of a process that is to bring it about."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, f"not in {seconds:g} s: {said()}"
        assert process is None or process.poll() is None, f"the process has ended: {said()}"
        time.sleep(0.05)


def edit(path: Path, old: str, new: str) -> None:
    """Put another text in the first place in which one stands in a file."""
    text = path.read_text("utf-8")
    assert old in text, path
    path.write_text(text.replace(old, new, 1), "utf-8")
