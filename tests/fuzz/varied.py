"""Structured mutation: a tree of plain data with one of its nodes changed, dropped or moved."""

import random
from typing import Any

ODD = (
    None, True, 0, -1, 2**63 - 1, -(2**63), 1e308, "", "x" * 300, "\x00", "\ud800", "tensor",
    "list", "dict", "ref", b"", b"\x00" * 64, [], {},
    [[[[]]]], "float32", "code", "markdown", "Returned", "Raised",
    "def softmax_naive(x):\n    return x\n", "%%time\n",
    "<<<<<<< HEAD\n=======\n>>>>>>> b\n", "```python\n",
    "print 1", "（）", "\t x\n  y", "(" * 120, "@" * 9, "'''", "\\", "In [1]: ",
)  # fmt: skip


def varied(tree: Any, chance: random.Random) -> Any:
    """A copy of the tree with one node changed; the tree itself stays."""
    if isinstance(tree, dict) and tree and chance.random() < 0.85:
        return _dict(dict(tree), chance)
    if isinstance(tree, list) and tree and chance.random() < 0.85:
        return _list(list(tree), chance)
    return _leaf(tree, chance)


def _dict(tree: dict[Any, Any], chance: random.Random) -> dict[Any, Any]:
    key = chance.choice(list(tree))
    what = chance.random()
    if what < 0.08:
        del tree[key]
    elif what < 0.14:
        tree[chance.choice(ODD[10:14])] = tree.pop(key)
    else:
        tree[key] = varied(tree[key], chance)
    return tree


def _list(tree: list[Any], chance: random.Random) -> list[Any]:
    place = chance.randrange(len(tree))
    what = chance.random()
    if what < 0.06:
        del tree[place]
    elif what < 0.14:
        tree.insert(chance.randrange(len(tree) + 1), tree[place])
    elif what < 0.18:
        chance.shuffle(tree)
    else:
        tree[place] = varied(tree[place], chance)
    return tree


def _leaf(leaf: Any, chance: random.Random) -> Any:
    what = chance.random()
    if isinstance(leaf, str | bytes) and leaf and what < 0.6:
        start, end = sorted(chance.randrange(len(leaf) + 1) for _ in range(2))
        odd = chance.choice([o for o in ODD if isinstance(o, type(leaf))])
        return leaf[:start] + odd + leaf[end if what < 0.2 else start :]
    if isinstance(leaf, int) and not isinstance(leaf, bool) and what < 0.6:
        return leaf + chance.choice((-1, 1, 2**31, -(2**31), 255))
    return chance.choice(ODD)
