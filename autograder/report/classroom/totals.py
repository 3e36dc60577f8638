"""The distribution of the totals."""

from collections.abc import Sequence
from statistics import fmean, quantiles

from autograder.report.classroom.report_data import Bin, Totals

BINS = 10


def totals(points: Sequence[float], maximum: float) -> Totals | None:
    """The distribution over [0, maximum] in BINS bins; None without students."""
    if not points:
        return None
    # One student is all quartiles at once; `quantiles` wants two.
    several = points if len(points) > 1 else [*points, *points]
    low, median, high = quantiles(several, method="inclusive")
    return Totals(
        lowest=min(points),
        lower_quartile=round(low, 2),
        median=round(median, 2),
        upper_quartile=round(high, 2),
        highest=max(points),
        mean=round(fmean(points), 2),
        bins=_bins(points, maximum),
    )


def _bins(points: Sequence[float], maximum: float) -> tuple[Bin, ...]:
    # Extra credit can lift a total over the maximum: such a total is counted in the last bin.
    indices = [min(int(value / maximum * BINS), BINS - 1) for value in points]
    edges = [round(maximum * index / BINS, 2) for index in range(BINS + 1)]
    return tuple(Bin(edges[i], edges[i + 1], indices.count(i)) for i in range(BINS))
