"""The arguments of a check, to try an answer with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch

from .comparing import _shape
from .desk import Words, _say
from .published import (
    _batch,
    _causal_scores,
    _float,
    _holders,
    _inputs,
    _published,
    _query_and_keys,
)
from .worked_example import (
    CAUSAL_WEIGHTS,
    CONTEXT,
    QUERY_INDEX,
    RECIPES,
    SCALED_WEIGHTS,
    SIMPLE_CONTEXT,
    SIMPLE_SCORES,
    SIMPLE_SOFTMAX,
    SIMPLE_WEIGHTS,
    V2_WEIGHTS,
)


@dataclass(frozen=True, repr=False)
class Example:
    """What the check of a part passes, to try the answer with; every time a fresh copy.

    arguments: of the function, or of the class when a module is made
    weights: copied into a module's parameters, by path ("W_key.weight"); empty for functions
    inputs: what a module is called with; None for functions
    expected: the published result, to four decimals; None where there is no such table
    """

    said: str
    arguments: tuple[Any, ...]
    weights: dict[str, torch.Tensor]
    inputs: Any = None
    expected: Any = None

    def __str__(self) -> str:
        shapes = [*map(_brief, self.arguments)]
        lines = [self.said, f"  arguments: ({', '.join(shapes)})"]
        lines += [f"  weights[{path!r}]: {_brief(held)}" for path, held in self.weights.items()]
        held = {"inputs": self.inputs, "expected": self.expected}
        lines += [f"  {name}: {_brief(one)}" for name, one in held.items() if one is not None]
        return "\n".join(lines)

    __repr__ = __str__


def _brief(held: object) -> str:
    return f"tensor {_shape(tuple(held.shape))}" if isinstance(held, torch.Tensor) else repr(held)


def _function_examples() -> dict[str, tuple[tuple[Any, ...], Any]]:
    """Arguments and result of each part that is a function of numbers."""
    return {
        "softmax_naive": ((_float(SIMPLE_SCORES),), SIMPLE_SOFTMAX),
        "context_vector": ((_inputs(), QUERY_INDEX), SIMPLE_CONTEXT[QUERY_INDEX]),
        "simple_self_attention": ((_inputs(),), (SIMPLE_WEIGHTS, SIMPLE_CONTEXT)),
        "scaled_attention_weights": (_query_and_keys(), SCALED_WEIGHTS),
        "causal_mask": ((6,), None),
        "renormalized_causal_weights": ((_float(V2_WEIGHTS),), CAUSAL_WEIGHTS),
        "causal_attention_weights": ((_causal_scores(), 2), CAUSAL_WEIGHTS),
        "exercise_3_2": ((3, 6), None),
        "exercise_3_3": ((), None),
    }


SOURCES: dict[str, Words] = {
    "inputs": (
        "The tokens of the worked example.",
        "完整示例中的词元。",
    ),
    "scaled_attention_weights": (
        "Version 1 (part 5), seed 123: torch.manual_seed(123), then torch.rand(3, 2) for W_query, "
        "W_key and W_value in turn. query = inputs[1] @ W_query, keys = inputs @ W_key.",
        "第 1 版（第 5 部分），种子 123：先 torch.manual_seed(123)，"
        "再依次为 W_query、W_key、W_value 取 torch.rand(3, 2)。"
        "query = inputs[1] @ W_query，keys = inputs @ W_key。",
    ),
    "renormalized_causal_weights": (
        "The attention weights of version 2 (part 6), seed 789, for the worked example.",
        "完整示例在第 2 版（第 6 部分，种子 789）中的注意力权重。",
    ),
    "causal_attention_weights": (
        "The raw scores of version 2 (part 6), seed 789, for the worked example; above the "
        "diagonal, where any number must do, stands 0.5.",
        "完整示例在第 2 版（第 6 部分，种子 789）中的原始分数；"
        "对角线以上可以是任何数，这里是 0.5。",
    ),
    "exercise_3_1": (
        "sa_v2 holds linear layers drawn after torch.manual_seed(789), sa_v1 parameters drawn "
        "after torch.manual_seed(123).",
        "sa_v2 的线性层在 torch.manual_seed(789) 之后创建，"
        "sa_v1 的参数在 torch.manual_seed(123) 之后创建。",
    ),
    "module": (
        "torch.manual_seed({seed}), then the layers {layers} are made in this order.",
        "先 torch.manual_seed({seed})，再按顺序创建各层：{layers}。",
    ),
}


def _example_of(part: str, recipe: str) -> Example:
    if part in RECIPES:
        name = recipe or part
        made = RECIPES[name]
        said = _say(SOURCES["module"], seed=made.seed, layers=", ".join(made.layers))
        x = _inputs() if part.startswith("Self") else _batch()
        return Example(said, made.arguments, _published(name), x, _float(CONTEXT[name]))
    if part == "exercise_3_1":
        return Example(_say(SOURCES[part]), tuple(reversed(_holders())), {})
    given, wanted = _function_examples()[part]
    return Example(_say(SOURCES.get(part, SOURCES["inputs"])), given, {}, expected=wanted)
