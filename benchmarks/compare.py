"""Two pages of the benchmark side by side: what a change has bought.

    python -m benchmarks.compare BEFORE.md [AFTER.md]

`git show REVISION:BENCHMARKS.md` prints the page of a revision. On another machine, or on another
day, an earlier revision is measured anew, in a folder of its own and with the same libraries:

    git worktree add ../before REVISION
    (cd ../before; ../HERE/.venv/bin/python -m benchmarks --full)
    python -m benchmarks.compare ../before/BENCHMARKS.md

Rows that only one of the pages has are left out.
"""

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

from benchmarks.classes import ROOT

NUMBER = re.compile(r"-?[\d,]+(?:\.\d+)?")
Figures = dict[tuple[str, str, str], float]
"""By section, row and column."""


def figures(page: str) -> Figures:
    """The numbers in the tables of a page."""
    values: Figures = {}
    section = ""
    heads: list[str] = []
    for line in page.splitlines():
        if line.startswith("## "):
            section, heads = line.removeprefix("## "), []
        elif line.startswith("| "):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            heads = heads or cells
            row = zip(heads[1:], cells[1:], strict=True)
            numbers = ((head, NUMBER.match(cell)) for head, cell in row)
            values |= {
                (section, cells[0], head): float(number[0].replace(",", ""))
                for head, number in numbers
                if number
            }
    return values


def compared(before: Figures, after: Figures) -> Iterator[str]:
    """The lines of the comparison, in Markdown."""
    heading = ""
    for place in [place for place in after if place in before]:
        section, row, column = place
        if section != heading:
            yield f"\n## {section}\n\n| | | before | after | ratio |\n|---|---|---|---|---|"
            heading = section
        old, new = before[place], after[place]
        ratio = f"{new / old:.2f}" if old else ""
        yield f"| {row} | {column} | {old:,.10g} | {new:,.10g} | {ratio} |"


def main() -> None:
    """Compare."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.compare", description=__doc__)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path, nargs="?", default=ROOT / "BENCHMARKS.md")
    options = parser.parse_args()
    pages = (figures(path.read_text("utf-8")) for path in (options.before, options.after))
    print("\n".join(compared(*pages)))


if __name__ == "__main__":
    main()
