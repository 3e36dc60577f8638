"""Numbers as the page and the table write them."""

FEW = 5
"""With fewer students who differ from the rest, a discrimination is chance."""
SEPARATES = 0.2
"""The usual line of item analysis below which an item is looked at."""


def number(value: float | None) -> str:
    """Points as they are written: no needless zeros; a dash for none."""
    return "–" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")


def percent(share: float | None) -> str:
    """A share in whole percent; never 0 or 100 for what only rounds to it."""
    if share is None:
        return "–"
    whole = round(share * 100)
    if 0 < share < 1:
        whole = min(max(whole, 1), 99)
    return f"{whole}\u202f%"


def correlation(value: float | None) -> str:
    """A correlation with a real minus sign; a dash for none."""
    return "–" if value is None else f"{value:.2f}".replace("-", "−")


def verdict(discrimination: float | None, rarer: int) -> str:
    """The key of the word for a discrimination; `rarer` students differ from most of the class."""
    if discrimination is None:
        return ""
    if rarer < FEW:
        return "few"
    return "against" if discrimination < 0 else "weak" if discrimination < SEPARATES else "good"
