"""What the student's code prints, kept up to a cap."""

import io


class CappedText(io.TextIOBase):
    """A text stream that keeps the first `cap` characters and drops the rest."""

    def __init__(self, cap: int) -> None:
        self._cap = cap
        self._parts: list[tuple[str, bool]] = []
        self._left = cap
        self._dropped = False

    def writable(self) -> bool:
        """Always true: code that asks before printing must not be put off."""
        return True

    def write(self, text: str) -> int:
        """Keep what fits; never fail for length."""
        return self.keep(text, printed=True)

    def keep(self, text: str, *, printed: bool) -> int:
        """Keep what fits, as printed or (what goes to stderr) as said aside."""
        kept = text[: self._left]
        if kept:
            self._parts.append((kept, printed))
            self._left -= len(kept)
        self._dropped = self._dropped or len(kept) < len(text)
        return len(text)

    def take(self) -> str:
        """What was written since the last call."""
        text = "".join(text for text, _ in self._parts)
        self._parts.clear()
        return text

    def take_printed(self) -> str:
        """The same without what was said aside, where nothing was dropped.

        Raises:
            ValueError: more was written than is kept; cut off, it would pass for another text.
        """
        if self._dropped:
            raise ValueError(f"more than {self._cap} characters were printed")
        text = "".join(text for text, printed in self._parts if printed)
        self._parts.clear()
        return text

    def restart(self) -> None:
        """Drop what is kept, and begin with all of the cap."""
        self._parts.clear()
        self._left, self._dropped = self._cap, False


class Aside(io.TextIOBase):
    """stderr: kept among what is printed, and told apart from it, as warnings are no answer."""

    def __init__(self, beside: CappedText) -> None:
        self._beside = beside

    def writable(self) -> bool:
        """As of what it stands beside."""
        return True

    def write(self, text: str) -> int:
        """As of what it stands beside."""
        return self._beside.keep(text, printed=False)
