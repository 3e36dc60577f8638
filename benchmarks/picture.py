"""The curve as a picture: submissions per second over the size of the class."""

import math
from collections.abc import Mapping
from xml.etree import ElementTree as Xml

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 640, 340, 70, 50, 30, 180
COLOURS = ("#0b6e4f", "#b5651d", "#4a5a8a", "#8a2d3b", "#555555")

Lines = Mapping[str, Mapping[int, float]]


def draw(lines: Lines) -> bytes:
    """An SVG of named lines; both axes logarithmic. A line of one point is drawn across."""
    sizes = sorted({size for line in lines.values() for size in line})
    rates = [rate for line in lines.values() for rate in line.values()]
    bottom, top = math.floor(math.log10(min(rates))), math.ceil(math.log10(max(rates)))
    svg = Xml.Element(
        "svg", xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img"
    )
    title = Xml.SubElement(svg, "title")
    title.text = "Submissions graded per second, by the size of the class"
    Xml.SubElement(svg, "rect", width=str(WIDTH), height=str(HEIGHT), fill="white")

    def across(size: int) -> float:
        span = math.log(sizes[-1] / sizes[0]) or 1.0
        return LEFT + (WIDTH - LEFT - RIGHT) * math.log(size / sizes[0]) / span

    def up(rate: float) -> float:
        share = (math.log10(rate) - bottom) / ((top - bottom) or 1)
        return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * share

    for power in range(bottom, top + 1):
        _line(svg, [(LEFT, up(10.0**power)), (WIDTH - RIGHT, up(10.0**power))], "#dddddd")
        _text(svg, LEFT - 8, up(10.0**power) + 4, f"{10.0**power:g}", "end")
    for size in sizes:
        _text(svg, across(size), HEIGHT - BOTTOM + 18, f"{size:,}", "middle")
    _text(svg, (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, "submissions in the class", "middle")
    _text(svg, LEFT, 16, "submissions per second", "start")
    for (name, line), colour in zip(lines.items(), COLOURS, strict=False):
        points = [(across(size), up(rate)) for size, rate in sorted(line.items())]
        if len(points) == 1:
            points = [(LEFT, points[0][1]), (WIDTH - RIGHT, points[0][1])]
        _line(svg, points, colour, "2.5")
        _text(svg, WIDTH - RIGHT + 8, points[-1][1] + 4, name, "start", colour)
    return Xml.tostring(svg, encoding="utf-8", xml_declaration=True)


def _line(
    svg: Xml.Element, points: list[tuple[float, float]], colour: str, width: str = "1"
) -> None:
    where = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    Xml.SubElement(
        svg, "polyline", {"points": where, "fill": "none", "stroke": colour, "stroke-width": width}
    )


def _text(
    svg: Xml.Element, x: float, y: float, text: str, anchor: str, colour: str = "#333333"
) -> None:
    place = {"x": f"{x:.1f}", "y": f"{y:.1f}", "text-anchor": anchor, "fill": colour}
    element = Xml.SubElement(svg, "text", place | {"font-family": "sans-serif", "font-size": "12"})
    element.text = text
