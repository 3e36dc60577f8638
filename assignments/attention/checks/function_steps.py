"""What is looked at in parts that are functions."""

from __future__ import annotations

from typing import Any

import torch

from .answers import Answer
from .comparing import Miss, _agree, _tensor
from .desk import LIBRARY, SOFTMAX, _Called, _say
from .published import _causal_scores, _float, _inputs, _query_and_keys
from .sentences import TEXTS
from .worked_example import (
    BY_HAND,
    CAUSAL_WEIGHTS,
    EXACT,
    FROM_PRINTED,
    QUERY_INDEX,
    SCALED_WEIGHTS,
    SIMPLE_CONTEXT,
    SIMPLE_SCORES,
    SIMPLE_SOFTMAX,
    SIMPLE_WEIGHTS,
    V2_WEIGHTS,
)


def _softmax_values(answer: Answer) -> None:
    weights = answer.call(_float(SIMPLE_SCORES))
    _agree(answer.part.id, weights, SIMPLE_SOFTMAX, "softmax_naive(scores)")


def _from_scratch(answer: Answer) -> None:
    with _Called() as called:
        # The values again; a method of one's own may have the name of one of torch's.
        next(step for step in answer.part.steps if step.values).run(answer)
    if call := called.one_of(LIBRARY + SOFTMAX * (answer.part.id == "softmax_naive")):
        raise Miss("library", "library", name=answer.part.name, call=call)


def _one_context(answer: Answer) -> None:
    found = answer.call(_inputs(), QUERY_INDEX)
    _agree(answer.part.id, found, SIMPLE_CONTEXT[QUERY_INDEX], "context_vector(inputs, 1)")


def _every_context(answer: Answer) -> None:
    found = [answer.call(_inputs(), index) for index in range(6)]
    _agree("", torch.stack(found), SIMPLE_CONTEXT, "context_vector(inputs, 0…5)")


def _context_of_reversed(answer: Answer) -> None:
    found = [answer.call(_inputs().flip(0), 5 - index) for index in range(6)]
    _agree("", torch.stack(found), SIMPLE_CONTEXT, "context_vector(inputs.flip(0), 5…0)")


def _pair(answer: Answer, inputs: torch.Tensor) -> tuple[Any, Any]:
    found = answer.call(inputs)
    if not isinstance(found, (tuple, list)) or len(found) != 2:
        raise Miss("pair", "returned" if found is None else "", kind=type(found).__name__)
    return found[0], found[1]


def _simple_weights(answer: Answer) -> None:
    weights, _ = _pair(answer, _inputs())
    _agree(answer.part.id, weights, SIMPLE_WEIGHTS, "attn_weights")


def _simple_contexts(answer: Answer) -> None:
    _, contexts = _pair(answer, _inputs())
    _agree(answer.part.id, contexts, SIMPLE_CONTEXT, "context_vecs")


def _simple_reversed(answer: Answer) -> None:
    weights, contexts = _pair(answer, _inputs().flip(0))
    turned = _tensor(weights, "attn_weights").flip(0, 1)
    _agree("", turned, SIMPLE_WEIGHTS, "attn_weights")
    _agree("", _tensor(contexts, "context_vecs").flip(0), SIMPLE_CONTEXT, "context_vecs")


def _scaled_values(answer: Answer) -> None:
    found = answer.call(*_query_and_keys())
    _agree(answer.part.id, found, SCALED_WEIGHTS, "scaled_attention_weights(query, keys)")


def _scaled_reversed(answer: Answer) -> None:
    query, keys = _query_and_keys()
    found = _tensor(answer.call(query, keys.flip(0)), "scaled_attention_weights")
    _agree("", found.flip(0), SCALED_WEIGHTS, "scaled_attention_weights(query, keys.flip(0))")


def _mask_values(answer: Answer) -> None:
    for size in (6, 3, 1):
        what = f"causal_mask({size})"
        found = _tensor(answer.call(size), what).bool()
        wanted = [[float(column > row) for column in range(size)] for row in range(size)]
        _agree(answer.part.id, found, wanted, what)


def _renormalized_values(answer: Answer) -> None:
    found = answer.call(_float(V2_WEIGHTS))
    what = "renormalized_causal_weights(attn_weights)"
    _agree(answer.part.id, found, CAUSAL_WEIGHTS, what, FROM_PRINTED)


def _renormalized_sums(answer: Answer) -> None:
    found = _tensor(answer.call(_float(V2_WEIGHTS)), "attn_weights")
    _agree("", found.sum(dim=-1), [1.0] * 6, _say(TEXTS["row_sums"]), EXACT)


def _causal_values(answer: Answer) -> None:
    found = answer.call(_causal_scores(), 2)
    what = "causal_attention_weights(attn_scores, 2)"
    _agree(answer.part.id, found, CAUSAL_WEIGHTS, what, FROM_PRINTED / 2)


def _by_hand(answer: Answer) -> None:
    given, wanted = BY_HAND[answer.part.id]
    found = answer.call(*(_float(one) if isinstance(one, list) else one for one in given))
    whole = isinstance(wanted, tuple)
    for index, right in enumerate(wanted if whole else [wanted]):
        mine = found[index] if whole else found
        _agree("", mine, right, _say(TEXTS["by_hand"]), names=[])
