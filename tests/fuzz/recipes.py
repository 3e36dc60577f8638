"""Notebooks made to be slow: repeated, nested and multiplied structure, in any size.

A recipe is a number: the same one gives the same structure at every size, so that whatever is slow
for its size when it is small can be made larger.
"""

import functools
import gzip
import io
import json
import random
import tarfile
import zipfile
from collections.abc import Callable
from contextlib import suppress

from tests.fuzz import seeds, stages, varied

UNITS = (
    " ", "\t", "\n", "\r", "\x0b", "\x0c", "\u2028", "\u3000", "\x00", "\ufeff", "\ud83d\ude00",
    "a", "1", "_", "é", "词", "“", "（", "，", ".", ",", ";", ":", "=", "==", "!=", "+", "-", "*",
    "**", "/", "//", "%", "@", "&", "|", "^", "~", "<", ">", "<<", ">>", "->", ":=", "?", "!", "$",
    "#", "\\", "'", '"', "'''", '"""', "`", "```", "~~~", "(", ")", "[", "]", "{", "}", "()", "[]",
    "{}", ".a", "[0]", "(0)", "a.", "a,", "a=", "a;", "a\n", "a=a\n", "a=1;", "n{i}=n{j}\n",
    "def n{i}():\n return n{j}()\n", "class n{i}(n{j}):\n  n = 1\n", "n{i} = torch.n{j}\n",
    "import n{i}\n", "from n{i} import n{j} as m{i}\n", "import torch.n{i} as n{j}\n",
    "torch.n{i} = n{j}\n", "getattr(n{i}, n{j})\n", "getattr(torch, 'n{i}')\n", "exec('')\n",
    "setattr(torch.a, 'b', 1)\n", "torch.a.b.c = 1\n", "x.__class__\n", "sys._getframe()\n",
    "'/proc/self'\n", "'autograder.a'\n", "'.a'", "a.a", "\"a\"+", "'a' ", "f'{a}'", "f'{", "b'a'",
    "lambda:", "lambda a:", "not ", "await ", "yield ", "a if b else ", "if a: pass\n",
    "elif a: pass\n", "else: pass\n", "for a in b: ", "[a for a in b]", "a for a in b ", "for ",
    "in ", "print a\n", "print  ", "except a, b:\n", "try:\n", "with a: pass\n", "@a\n",
    "%time ", "%%time\n", "!ls\n", "x = !ls\n", "x = %time a\n", "a?\n", "a??\n", "?a\n", "%a\n",
    ">>> ", "... ", "In [1]: ", "Out[1]: a\n", "1. ", "> ", "# ", "# %%\n", "# %% [markdown]\n",
    "<<<<<<< a\n", "=======\n", ">>>>>>> b\n", "|||||||\n", "<pre>", "</pre>", "<pre", "<", "&lt;",
    "&#9", "&#x9", "&amp", "<!--", "```python\n", "```\n", "~~~\n", "\\n", "\\\n", "\\\"", "\\'",
    "{\"source\": \"", "\"source\": \"\\", "\"source\": [\"a\", ", "{\"a\":", "{\"cells\": [",
    "{\"cell_type\": \"code\", ", "\"cell_type\"", "null,", "1e9,", "\"a\",", "{},", "[],",
    "\\u0061", "\\ud800", "softmax_naive = ", "def softmax_naive(x):\n  return x\n",
    "softmax_naive\n", "class CausalAttention:\n  pass\n", "torch.softmax\n",
    "raise NotImplementedError\n",
    "[a](b)", "![a](", "**a", "$a$", "|a|b|\n", "> > ", "- - ", "self.a = ", "globals()['a']\n",
    "match a:\n case b: pass\n", "case {'a': b}: pass\n", "async ", "del a\n", "global a\n",
)  # fmt: skip
"""Every kind of token, of statement, of mark-up and of damage that somebody reads by itself."""

PAIRS = (
    ("(", ")"), ("[", "]"), ("{", "}"), ("{1:", "}"), ("f(", ")"), ("x[", "]"), ("(a,", ")"),
    ("[a,", "]"), ("lambda:(", ")"), ("[x for x in ", "]"), ("{**", "}"), ("f'{", "}'"), ("-", ""),
    ("{\"a\":", "}"), ("[{", "}]"), ("{\"cells\":[", "]}"), ("\"\\\"", "\""), ("<pre>", "</pre>"),
    ("a if ", " else b"), ("getattr(", ",'a')"), ("<b>", "</b>"), ("**", "**"), ("[", "](a)"),
)  # fmt: skip

Packed = Callable[[bytes], bytes]
BASE = 300
"""Letters of the slow text at size 1."""


def notebook(recipe: int, size: float = 1) -> bytes:
    """The notebook of a recipe, at some size."""
    chance = random.Random(recipe)
    made = chance.choices(MAKERS, WEIGHTS)[0](chance, max(1, int(BASE * size)))
    packed = chance.choices(PACKINGS, PACKED_SHARES)[0]
    return packed(made) if packed else made


def _text(chance: random.Random, letters: int) -> str:
    """Slow text of so many letters: one or a few units, each many times, perhaps within pairs."""
    pieces = []
    for share in range(chance.choice((1, 1, 1, 2, 3))):
        room = letters // (share + 1)
        if chance.random() < 0.2:
            opening, closing = chance.choice(PAIRS)
            times = max(1, room // len(opening + closing))
            inner = chance.choice(UNITS)
            pieces.append(opening * times + inner + (closing * times if share % 2 == 0 else ""))
        else:
            unit = "".join(chance.choices(UNITS, k=chance.choice((1, 1, 2, 3))))
            pieces.append(_repeated(unit, max(1, room // len(unit)), chance.randrange(3)))
    if chance.random() < 0.3:
        pieces.insert(0, chance.choice(UNITS))
    if chance.random() < 0.5:
        pieces.append(chance.choice(UNITS))
    return chance.choice(("", "\n", " ", "x")).join(pieces)


def _repeated(unit: str, times: int, step: int) -> str:
    if "{i}" not in unit and "{j}" not in unit:
        return unit * times
    # Each is bound to the next, to the one before, or to the first.
    others = (lambda i: i + 1, lambda i: i - 1, lambda _: 0)
    return "".join(
        unit.replace("{i}", str(i)).replace("{j}", str(others[step](i))) for i in range(times)
    )


def _cells(chance: random.Random, letters: int) -> bytes:
    """Slow text in cells, perhaps beside answers or as one."""
    answers = _answers()
    slow = _text(chance, letters)
    around = chance.choice(
        ("{}", "{}", answers + "{}", "{}\n" + answers, "def softmax_naive(x):\n    return {}",
         "class CausalAttention:\n    x = {}\n", "softmax_naive = {}", "'''{}'''", "# {}",
         "```python\n{}\n```\n" + answers, "x = '{}'\n" + answers)
    )  # fmt: skip
    sources = [around.replace("{}", slow)]
    if chance.random() < 0.3:
        sources += [answers]
    if chance.random() < 0.15:
        # Many cells of it.
        sources = [around.replace("{}", slow[:40])] * (letters // 40)
    kind = chance.choice(("code", "code", "code", "markdown", "raw"))
    ids = (None, "softmax_naive", "test_softmax_naive")
    return _written([(kind, source, chance.choice(ids)) for source in sources], chance)


def _written(cells: list[tuple[str, str, str | None]], chance: random.Random) -> bytes:
    made = [
        {"cell_type": kind, "metadata": {"nbgrader": {"grade_id": mark}} if mark else {},
         "source": source if chance.random() < 0.8 else source.splitlines(True)}
        for kind, source, mark in cells
    ]  # fmt: skip
    text = json.dumps({"cells": made, "nbformat": 4}, ensure_ascii=chance.random() < 0.3)
    torn = chance.random()
    text = text[: -chance.randrange(1, 40)] if torn < 0.1 else text
    return text.encode("utf-8", "replace")


def _bare(chance: random.Random, letters: int) -> bytes:
    """Slow text that is no notebook, or stands around one."""
    slow = _text(chance, letters)
    begin = chance.choice(
        ("", "{", '{"cells": [', '{"cells": [{"source": ', '{"cells": [{"source": "', "{'cells': [",
         "def softmax_naive(x):\n    return x\n", "<html><pre>def f(x):\n", "<<<<<<< a\n{", '"',
         '{"cells": [{"cell_type":"code","source":"x","outputs":[', "# %%\ndef f(x): pass\n",
         '{"worksheets": [{"cells": [', "```python\ndef softmax_naive(x):\n    return x\n")
    )  # fmt: skip
    return (begin + slow + chance.choice(("", "", "]}", '"}]}', "]}]}", "\n```"))).encode(
        "utf-8", "replace"
    )


def _objects(chance: random.Random, letters: int) -> bytes:
    """Slow structure: many cells, outputs, lines, marks, keys."""
    unit = chance.choice(
        ("{}", "[]", "0", '""', '"a"', "null", '{"a":0}', '{"":{}}', "[[]]", "1e9",
         '{"source":"a"}',
         '{"cell_type":"code","source":""}', '{"cell_type":"code","source":[]}',
         '{"cell_type":"code","source":"x=1","metadata":{"nbgrader":{"grade_id":"softmax_naive"}}}',
         '{"cell_type":"markdown","source":"softmax_naive"}', '{"cell_type":"raw","source":"a"}')
    )  # fmt: skip
    many = ",".join([unit] * max(1, letters // len(unit)))
    around = chance.choice(
        ('{"cells":[%s]}', '{"cells":[%s', '{"worksheets":[{"cells":[%s]}]}', "[%s]", '{"a":[%s]}',
         '{"cells":[{"cell_type":"code","source":[%s]}]}',
         '{"cells":[{"cell_type":"code","source":"x=1","outputs":[%s]}],"nbformat":4}',
         '{"cells":[{"cell_type":"code","source":"x=1","metadata":{"nbgrader":{"points":[%s]}}}]}',
         '{"cells":{"a":[%s]}}', '{"metadata":[%s],"cells":[]}', "{'cells':[%s]}")
    )  # fmt: skip
    return (around % many).encode()


def _mutated(chance: random.Random, letters: int) -> bytes:
    """A damaged notebook with one value changed."""
    tree = json.loads(chance.choice(_seeds()))
    for _ in range(1 + letters // BASE):
        tree = varied.varied(tree, chance)
    return json.dumps(tree, default=str).encode("utf-8", "replace")


@functools.cache
def _answers() -> str:
    return "".join(f"def {part.name}(x):\n    return n0(x)\n" for part in stages.parts())


@functools.cache
def _seeds() -> list[bytes]:
    """Of the damaged notebooks those that are JSON in the whole."""
    found = []
    for data in seeds.notebooks():
        with suppress(ValueError, RecursionError):
            json.loads(data)
            found.append(data)
    return found


def _zipped(data: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("attention.ipynb", data)
    return packed.getvalue()


def _tarred(data: bytes) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        member = tarfile.TarInfo("attention.ipynb")
        member.size = len(data)
        archive.addfile(member, io.BytesIO(data))
    return packed.getvalue()


def _wide(data: bytes) -> bytes:
    return data.decode("utf-8", "replace").encode("utf-16")


def _marked(data: bytes) -> bytes:
    return b"\xef\xbb\xbf" + data


PACKINGS = (None, _zipped, _tarred, gzip.compress, _wide, _marked)
PACKED_SHARES = (90, 2, 2, 2, 2, 2)
MAKERS = (_cells, _bare, _objects, _mutated)
WEIGHTS = (60, 20, 12, 8)
