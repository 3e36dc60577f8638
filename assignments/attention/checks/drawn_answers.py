"""The pictures of a student's own answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from .answers import Answer, _find
from .desk import Words, _plain_torch, _quiet, _say
from .function_steps import _pair
from .parts import PARTS
from .pictures import heat_map
from .published import _float, _inputs
from .sentences import TEXTS
from .worked_example import EXACT, QUERY_INDEX, SIMPLE_SCORES, TOKENS, V2_WEIGHTS


def _heads(answer: Answer) -> list[list[float]]:
    """Which columns of the queries reach which columns of the result, found by trying.

    A column of the queries is set to 0; what changes below belongs to the same head.
    """
    module = answer.target(3, 8, 6, 0.0, 4).eval()
    with torch.no_grad():
        module.out_proj.weight.copy_(torch.eye(8))
        whole, reached = module(_inputs()[None]), []
        for column in range(8):
            kept = module.W_query.weight[column].clone()
            module.W_query.weight[column] = 0.0
            changed = (module(_inputs()[None]) - whole).abs().amax(dim=(0, 1)) > EXACT / 10
            reached.append(changed.int().tolist())
            module.W_query.weight[column] = kept
    return reached


WORD, COLUMNS = [TOKENS[QUERY_INDEX]], list("01234567")
PICTURES: dict[str, tuple[Words, list[str], list[str], Callable[[Answer], Any]]] = {
    "softmax_naive": (
        ("The weights of the second word", "第二个词的注意力权重"),
        WORD,
        TOKENS,
        lambda answer: answer.call(_float(SIMPLE_SCORES)),
    ),
    "simple_self_attention": (
        ("How much each word (row) looks at each word", "每个词（行）对各个词（列）的关注"),
        TOKENS,
        TOKENS,
        lambda answer: _pair(answer, _inputs())[0],
    ),
    "causal_mask": (
        ("1 where a word (row) may not see another", "1 表示该词（行）不能看到另一个词（列）"),
        TOKENS,
        TOKENS,
        lambda answer: answer.call(6).bool().int(),
    ),
    "renormalized_causal_weights": (
        ("The weights once the future is hidden", "遮住未来之后的注意力权重"),
        TOKENS,
        TOKENS,
        lambda answer: answer.call(_float(V2_WEIGHTS)),
    ),
    "MultiHeadAttention": (
        (
            "d_out=8, 4 heads: 1 where a column of the queries (row) reaches one of the result",
            "d_out=8，4 个头：1 表示查询的某一列（行）会影响结果的某一列（列）",
        ),
        COLUMNS,
        COLUMNS,
        _heads,
    ),
}


def _drawing(part: str, namespace: dict[str, Any]) -> object:
    if part not in PICTURES:
        return _say(TEXTS["no_picture"], part=part, parts=", ".join(PICTURES))
    title, rows, columns, draw = PICTURES[part]
    try:
        with _plain_torch(), _quiet():
            values = draw(Answer(PARTS[part], namespace, _find(namespace, PARTS[part].name)))
            return heat_map(values, rows, columns, _say(title))
    except (Exception, SystemExit):
        return _say(TEXTS["not_drawn"], part=PARTS[part].label())
