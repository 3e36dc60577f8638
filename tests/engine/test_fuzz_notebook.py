"""A short fuzz of the notebook reader; the long one is in tests/fuzz."""

import json
import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.notebook import parse, repair, script, syntax
from tests.fuzz import seeds, targets, varied

NOTEBOOKS = tuple(seeds.notebooks())
LONG = 16_000
CPU_SECONDS = 5.0
"""A hundred times what a linear reader needs here; a quadratic one needs minutes."""


@given(st.sampled_from(NOTEBOOKS), st.integers(0, 9), st.integers(0, 4000), st.binary(max_size=9))
@settings(max_examples=150, deadline=None)
def test_a_file_with_other_bytes_in_it_is_read_or_refused(
    data: bytes, cut: int, place: int, put: bytes
) -> None:
    """Notebooks with bytes replaced, cut or put in are read, or refused with a reason."""
    targets.notebook(data[:place] + put + data[place + cut :])


@given(st.text(max_size=400))
@settings(max_examples=150, deadline=None)
def test_any_text_in_a_code_cell_is_recovered(source: str) -> None:
    """Whatever stands in a cell, the reader finds its way through."""
    cell = {"cell_type": "code", "metadata": {}, "source": source}
    targets.notebook(json.dumps({"cells": [cell]}).encode())


def test_a_changed_notebook_is_read_or_refused() -> None:
    """Notebooks with one value changed, dropped or moved are read, or refused with a reason."""
    chance = random.Random(1)
    tree = json.loads(NOTEBOOKS[0])
    for _ in range(300):
        changed = varied.varied(tree, chance)
        targets.notebook(json.dumps(changed, default=str).encode("utf-8", "replace"))


@pytest.mark.parametrize(
    "unit",
    ["'''\\", '"\\"', "<<<<<<< a\n", "=======\n", "```\n", "print  ", "&#9", "<pre><", "<!--", "{",
     "[", '{"source": "', '"source": "\\"', "torch ", " ", "\n", "def ", "# %%", "a=%", "a\n",
     ">>> ", "\t", "(", "-", "1.", "not ", "lambda:", "@", "\\", "，", "def f():\n  x=(\n"],
)  # fmt: skip
def test_no_text_takes_more_than_linear_time(unit: str) -> None:
    """Repeated text, the food of slow expressions, is read in no time."""
    text = unit * (LONG // len(unit))
    began = time.process_time()
    for ending in ("", "x", '"', "\n"):
        whole = text + ending
        parse.json_cells("{" + whole, [])
        script.script_cells(f"def f():\n{whole}", [])
        script.script_cells(f"<{whole}", [])
        syntax.parsed(whole)
        repair.mended(whole, 0, repair.Effort())
    assert time.process_time() - began < CPU_SECONDS
