"""IPython's translation of magics to Python, as a kernel does it."""

from IPython.core.inputtransformer2 import TransformerManager

MAX_TRANSLATED = 100_000
"""Letters that are read to translate the magics of a cell: all of it anew for each of them."""


class Endless(Exception):
    """There is more to translate than anybody writes."""


class Translator(TransformerManager):
    """IPython's own, but for its loop, which reads a cell up to 500 times."""

    def do_token_transforms(self, lines: list[str]) -> list[str]:
        """Translate one magic after the other.

        Raises:
            Endless: they would be read for too long.
        """
        left, changed = MAX_TRANSLATED, True
        while changed:
            left -= sum(map(len, lines)) + 1
            if left < 0:
                raise Endless
            changed, lines = self.do_one_token_transform(lines)
        return lines
