"""Tables of numbers, panels and lists, as HTML and as plain text."""

from __future__ import annotations

import html
import math
import unicodedata
from dataclasses import dataclass
from typing import Any

import torch

from .desk import _kernel, _print, _say
from .sentences import TEXTS

PASSED, FAILED, OPEN, DETAIL, ALSO = "✓", "✗", "○", "→", "+"
# White on these is at least 4.5 to 1, so a symbol can be read on light and dark pages alike.
COLOURS = {PASSED: "#005A9C", FAILED: "#B34700", **dict.fromkeys((OPEN, DETAIL, ALSO), "#595959")}
PALE, DARK = (247, 251, 255), (8, 48, 107)
CELL_WIDTH, CELL_HEIGHT, LETTER_WIDTH = 58, 28, 8
SMALL_CELL, GALLERY_WIDTH = 18, 320


def _show(thing: object) -> None:
    if _kernel():
        from IPython.display import display

        display(thing)
    else:
        _print(str(thing))


@dataclass(frozen=True, repr=False)
class HeatMap:
    """A table of numbers as coloured cells; `marks` are the (row, column) pairs to point out."""

    values: list[list[float]]
    row_labels: list[str]
    column_labels: list[str]
    title: str = ""
    marks: frozenset[tuple[int, int]] = frozenset()
    places: int = 4

    def __str__(self) -> str:
        width = max(map(_width, self.row_labels), default=0)
        wide = max([*map(_width, self.column_labels), 7])
        labels = (" " * (wide - _width(label)) + label for label in self.column_labels)
        head = " " * width + "".join(f"  {label} " for label in labels)
        lines = [self._text_row(row, width, wide) for row in range(len(self.values))]
        return "\n".join([*([self.title] if self.title else []), head.rstrip(), *lines])

    __repr__ = __str__

    def _text_row(self, row: int, width: int, wide: int) -> str:
        cells = [
            f"  {_number(value, self.places):>{wide}}{'*' if (row, column) in self.marks else ' '}"
            for column, value in enumerate(self.values[row])
        ]
        label = self.row_labels[row]
        return (label + " " * (width - _width(label)) + "".join(cells)).rstrip()

    def _repr_html_(self) -> str:
        left = 12 + LETTER_WIDTH * max(map(_width, self.row_labels), default=0)
        columns = len(self.column_labels)
        width, height = left + CELL_WIDTH * columns + 4, CELL_HEIGHT * (len(self.values) + 1) + 4
        parts = [self._head(column, left) for column in range(columns)]
        for row in range(len(self.values)):
            parts += self._svg_row(row, left)
        title = html.escape(self.title or _say(TEXTS["heat_map"]), quote=True)
        caption = f"<div><em>{html.escape(self.title)}</em></div>" if self.title else ""
        return (
            f'{caption}<div style="overflow-x:auto"><svg role="img" aria-label="{title}" '
            f'xmlns="http://www.w3.org/2000/svg" '
            f'viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'style="font:12px sans-serif;color:inherit">'
            f"<title>{title}</title><desc>{html.escape(str(self))}</desc>{''.join(parts)}</svg></div>"
        )

    def _head(self, column: int, left: int) -> str:
        middle = left + CELL_WIDTH * (column + 0.5)
        return _svg_text(middle, 18, self.column_labels[column], "currentColor", "middle")

    def _svg_row(self, row: int, left: int) -> list[str]:
        middle = CELL_HEIGHT * (row + 1) + 18
        label = _svg_text(left - 6, middle, self.row_labels[row], "currentColor", "end")
        return [label, *(self._cell(row, column, left) for column in range(len(self.values[row])))]

    def _cell(self, row: int, column: int, left: int) -> str:
        value, marked = self.values[row][column], (row, column) in self.marks
        fill, ink = _shade(value, self.values)
        x, y = left + CELL_WIDTH * column, CELL_HEIGHT * (row + 1)
        edge = f'stroke="{COLOURS[FAILED]}" stroke-width="3"' if marked else 'stroke="#888"'
        number = _number(value, self.places)
        words = number + (f" {_say(TEXTS['differs'])}" if marked else "")
        spoken = html.escape(f"{self.row_labels[row]}, {self.column_labels[column]}: {words}")
        shown = ("≠" if marked else "") + number
        return (
            f'<g><title>{spoken}</title><rect x="{x + 2}" y="{y + 2}" width="{CELL_WIDTH - 4}" '
            f'height="{CELL_HEIGHT - 4}" fill="{fill}" {edge}/>'
            f"{_svg_text(x + CELL_WIDTH / 2, y + 18, shown, ink, 'middle')}</g>"
        )


def heat_map(
    values: Any, row_labels: list[str], column_labels: list[str], title: str = ""
) -> HeatMap:
    """A picture of a table of numbers (tensor or lists): SVG in a notebook, plain text in print."""
    numbers = values.detach().tolist() if isinstance(values, torch.Tensor) else list(values)
    if not numbers or not isinstance(numbers[0], (list, tuple)):
        numbers = [numbers]
    rows, columns = list(map(str, row_labels)), list(map(str, column_labels))
    if len(rows) != len(numbers) or any(len(row) != len(columns) for row in numbers):
        raise ValueError("heat_map needs one label for each row and one for each column")
    return HeatMap([[float(value) for value in row] for row in numbers], rows, columns, title)


def _width(text: str) -> int:
    """In Latin letters: a Chinese character is as wide as two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def _number(value: float, places: int = 4) -> str:
    whole = not math.isfinite(value) or value == int(value)
    return f"{value:g}" if whole else f"{value:.{places}f}"


@dataclass(frozen=True, repr=False)
class SmallMap:
    """A square table as small coloured cells without their numbers, for many tokens."""

    values: list[list[float]]
    labels: list[str]
    title: str

    def __str__(self) -> str:
        shades = " .:-=+*#%@"
        top = max(max(row) for row in self.values) or 1.0
        rows = ["".join(shades[int(9 * v / top)] for v in row) for row in self.values]
        drawn = [f"{label} {row}" for label, row in zip(self.labels, rows)]  # noqa: B905
        return "\n".join([self.title, "  " + "".join(self.labels), *drawn])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        size, count = SMALL_CELL, len(self.labels)
        side, parts = size * (count + 1) + 4, []
        for i, label in enumerate(self.labels):
            at = size * (i + 1.5)
            parts.append(_svg_text(at, size - 4, label, "currentColor", "middle"))
            parts.append(_svg_text(size / 2, at + 4, label, "currentColor", "middle"))
            parts += [self._cell(i, j) for j in range(count)]
        spoken = html.escape(self.title, quote=True)
        return (
            f'<div style="display:inline-block;margin:4px 12px 4px 0;vertical-align:top;'
            f'max-width:{side}px"><em>{html.escape(self.title)}</em>'
            f'<svg role="img" aria-label="{spoken}" xmlns="http://www.w3.org/2000/svg" '
            f'viewBox="0 0 {side} {side}" width="{side}" height="{side}" '
            f'style="display:block;max-width:100%;height:auto;font:11px sans-serif;color:inherit">'
            f"<title>{spoken}</title>{''.join(parts)}</svg></div>"
        )

    def _cell(self, row: int, column: int) -> str:
        fill, _ = _shade(self.values[row][column], self.values)
        x, y = SMALL_CELL * (column + 1), SMALL_CELL * (row + 1)
        words = f"{self.labels[row]}, {self.labels[column]}: {_number(self.values[row][column])}"
        return (
            f'<g><title>{words}</title><rect x="{x}" y="{y}" width="{SMALL_CELL}" '
            f'height="{SMALL_CELL}" fill="{fill}" stroke="#888" stroke-width="0.5"/></g>'
        )


@dataclass(frozen=True, repr=False)
class Gallery:
    """A title, sentences and pictures side by side."""

    title: str
    lines: tuple[str, ...]
    pictures: tuple[Any, ...]

    def __str__(self) -> str:
        return "\n".join([self.title, *self.lines, *map(str, self.pictures)])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        lines = "".join(f"<div>{html.escape(line)}</div>" for line in self.lines)
        drawn = "".join(picture._repr_html_() for picture in self.pictures)
        # So wide that two stand side by side: the heads of one layer in a row.
        drawn = f'<div style="max-width:{2 * GALLERY_WIDTH}px">{drawn}</div>'
        return f"<div><strong>{html.escape(self.title)}</strong>{lines}{drawn}</div>"


def _svg_text(x: float, y: float, text: str, ink: str, anchor: str) -> str:
    return f'<text x="{x}" y="{y}" fill="{ink}" text-anchor="{anchor}">{html.escape(text)}</text>'


def _shade(value: float, values: list[list[float]]) -> tuple[str, str]:
    """Fill and ink of a cell; both opaque, so that light and dark pages show the same contrast."""
    finite = [number for row in values for number in row if math.isfinite(number)]
    if not math.isfinite(value):
        return "#bbbbbb", "#000000"
    low, high = min(finite), max(finite)
    depth = (value - low) / (high - low) if high > low else 0.0
    mixed = (str(round(PALE[i] + (DARK[i] - PALE[i]) * depth)) for i in range(3))
    return f"rgb({','.join(mixed)})", "#ffffff" if depth > 0.65 else "#000000"


@dataclass(frozen=True, repr=False)
class Panel:
    """Lines that each begin with a symbol, then a picture: HTML in a notebook, text elsewhere."""

    title: str
    lines: tuple[tuple[str, str], ...]
    picture: HeatMap | None = None

    def __str__(self) -> str:
        text = [self.title, *(f"  {symbol} {line}" for symbol, line in self.lines)]
        return "\n".join([*text, *([str(self.picture)] if self.picture else [])])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        symbols = {symbol for symbol, _ in self.lines}
        edge = COLOURS[next((s for s in (FAILED, OPEN) if s in symbols), PASSED)]
        items = "".join(_html_line(symbol, line) for symbol, line in self.lines)
        drawn = self.picture._repr_html_() if self.picture else ""
        return (
            f'<div style="border-left:4px solid {edge};padding:4px 12px;margin:4px 0;'
            f'color:inherit;background:transparent">'
            f"<strong>{html.escape(self.title)}</strong>{items}{drawn}</div>"
        )


def _html_line(symbol: str, line: str) -> str:
    return f'<div style="margin:2px 0">{_chip(symbol)} {html.escape(line)}</div>'


def _chip(symbol: str) -> str:
    return (
        f'<strong style="background:{COLOURS[symbol]};color:#ffffff;border-radius:3px;'
        f'padding:0 4px">{symbol}</strong>'
    )


@dataclass(frozen=True, repr=False)
class Table:
    """All parts at a glance: HTML in a notebook, text elsewhere."""

    title: str
    rows: tuple[tuple[str, str, str], ...]

    def __str__(self) -> str:
        width = max(_width(part) for _, part, _ in self.rows)
        lines = [
            f"  {symbol} {part}{' ' * (width - _width(part))}  {words}"
            for symbol, part, words in self.rows
        ]
        return "\n".join([self.title, *lines])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows = "".join(_html_row(*row) for row in self.rows)
        return (
            f'<table style="color:inherit;text-align:left"><caption style="color:inherit">'
            f"{html.escape(self.title)}</caption>{rows}</table>"
        )


def _html_row(symbol: str, part: str, words: str) -> str:
    left = 'style="text-align:left"'
    return (
        f"<tr><td>{_chip(symbol)}</td>"
        f"<td {left}>{html.escape(part)}</td><td {left}>{html.escape(words)}</td></tr>"
    )
