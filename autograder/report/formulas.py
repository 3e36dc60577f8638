"""TeX between dollar signs as MathML, which browsers draw without a script or a network."""

import re
from collections.abc import Callable

from latex2mathml.converter import convert
from markupsafe import Markup, escape

FORMULA = re.compile(r"\$\$([^$]{1,500})\$\$|\$([^$\s][^$\n]{0,300})\$")
PLACE = "\ue000{number}\ue001"
"""Stands for a formula while the text around it is rendered; no text of a person's holds it."""
PLACES = re.compile("[\ue000\ue001]")


def with_formulas(text: str, rendered: Callable[[str], str]) -> Markup:
    """What `rendered` makes of the text, with its formulas as MathML."""
    formulas: list[str] = []

    def kept(found: re.Match[str]) -> str:
        formulas.append(_mathml(found))
        return PLACE.format(number=len(formulas) - 1)

    page = rendered(FORMULA.sub(kept, PLACES.sub("", text)))
    for number, formula in enumerate(formulas):
        page = page.replace(PLACE.format(number=number), formula)
    return Markup(page)


def _mathml(found: re.Match[str]) -> str:
    block, inline = found.groups()
    try:
        return convert(block or inline, display="block" if block else "inline")
    except Exception:  # whatever a half-typed formula raises: the reader sees it as it was typed
        return str(escape(found[0]))
