"""How a hidden check says which part it judges and for how much."""

from collections.abc import Callable
from typing import Any

import pytest


def part(
    part_id: str,
    *,
    weight: float = 1,
    cases: tuple[str, ...] = (),
    hint: dict[str, str] | str | None = None,
    gate: bool = False,
    value: bool = False,
) -> Callable[[Callable[..., None]], Any]:
    """Mark a check as one of `part_id`.

    Args:
        weight: its share of the part's points among the part's checks.
        cases: names of reference cases; the check runs once for each and passes if all do.
        hint: where to look, by language ("en", "zh"; plain text in an assignment of one
            language); never what to write.
        gate: a part whose gate fails earns nothing.
        value: it can be passed by right values alone. Where a part has such checks, its other
            checks (an argument is unchanged, a layer is registered) count only beside one of
            them that is passed: an answer without any right value satisfies them for nothing.
    """
    return pytest.mark.part(part_id, weight=weight, cases=cases, hint=hint, gate=gate, value=value)
