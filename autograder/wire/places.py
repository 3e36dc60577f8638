"""Places in a notebook, with its cells counted as JupyterLab counts them; and code behind magics.

After Restart Kernel and Run All Cells, it shows [12] beside the twelfth cell with code, counts no
empty ones, and shows no other number.
"""

import re
from collections.abc import Iterable

LINE_MAGICS = frozenset({"time", "timeit", "prun"})
"""IPython's line magics that run the code behind them: a worker runs it, and `notebook.syntax`
looks into it; what is behind any other is ignored."""

PLACE = re.compile(r"\bcell \[(-?\d{1,9})\], line (\d{1,9})")


def numbered(cells: Iterable[tuple[str, str]]) -> list[int]:
    """Each cell's number, by kind and source; one without has that of the next one with code."""
    numbers, number = [], 1
    for kind, source in cells:
        numbers.append(number)
        number += kind == "code" and bool(source.strip())
    return numbers


def cell(number: int, language: str = "en") -> str:
    return f"{'单元格' if language == 'zh' else 'cell'} [{number}]"


def place(number: int, line: int) -> str:
    return f"{cell(number)}, line {line}"


def in_chinese(text: str) -> str:
    """The text with the places in it as a Chinese reader expects them."""
    chinese = PLACE.sub(lambda match: f"{cell(int(match[1]), 'zh')} 第 {match[2]} 行", text)
    return re.sub(r" \((单元格 \[-?\d+\] 第 \d+ 行)\)", r"（\1）", chinese)
