"""What the student's code prints, kept up to a cap."""

import io


class CappedText(io.TextIOBase):
    """A text stream that keeps the first `cap` characters and drops the rest."""

    def __init__(self, cap: int) -> None:
        self._parts: list[str] = []
        self._left = cap

    def writable(self) -> bool:
        """Always true: code that asks before printing must not be put off."""
        return True

    def write(self, text: str) -> int:
        """Keep what fits; never fail for length."""
        kept = text[: self._left]
        if kept:
            self._parts.append(kept)
            self._left -= len(kept)
        return len(text)

    def take(self) -> str:
        """What was written since the last call."""
        text = "".join(self._parts)
        self._parts.clear()
        return text
