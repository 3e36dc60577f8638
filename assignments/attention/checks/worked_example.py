"""The published numbers of the worked example, and how its modules are made."""

from __future__ import annotations

from typing import Any, NamedTuple

TOKENS = ["Your", "journey", "starts", "with", "one", "step"]
INPUTS = [
    [0.43, 0.15, 0.89],
    [0.55, 0.87, 0.66],
    [0.57, 0.85, 0.64],
    [0.22, 0.58, 0.33],
    [0.77, 0.25, 0.10],
    [0.05, 0.80, 0.55],
]
QUERY_INDEX = 1
SIMPLE_SCORES = [0.9544, 1.495, 1.4754, 0.8434, 0.707, 1.0865]
SIMPLE_SOFTMAX = [0.1385, 0.2379, 0.2333, 0.124, 0.1082, 0.1581]
SIMPLE_WEIGHTS = [
    [0.2098, 0.2006, 0.1981, 0.1242, 0.122, 0.1452],
    [0.1385, 0.2379, 0.2333, 0.124, 0.1082, 0.1581],
    [0.139, 0.2369, 0.2326, 0.1242, 0.1108, 0.1565],
    [0.1435, 0.2074, 0.2046, 0.1462, 0.1263, 0.172],
    [0.1526, 0.1958, 0.1975, 0.1367, 0.1879, 0.1295],
    [0.1385, 0.2184, 0.2128, 0.142, 0.0988, 0.1896],
]
SIMPLE_CONTEXT = [
    [0.4421, 0.5931, 0.579],
    [0.4419, 0.6515, 0.5683],
    [0.4431, 0.6496, 0.5671],
    [0.4304, 0.6298, 0.551],
    [0.4671, 0.591, 0.5266],
    [0.4177, 0.6503, 0.5645],
]
SCALED_WEIGHTS = [0.15, 0.2264, 0.2199, 0.1311, 0.0906, 0.182]
V2_WEIGHTS = [
    [0.1921, 0.1646, 0.1652, 0.155, 0.1721, 0.151],
    [0.2041, 0.1659, 0.1662, 0.1496, 0.1665, 0.1477],
    [0.2036, 0.1659, 0.1662, 0.1498, 0.1664, 0.148],
    [0.1869, 0.1667, 0.1668, 0.1571, 0.1661, 0.1564],
    [0.183, 0.1669, 0.167, 0.1588, 0.1658, 0.1585],
    [0.1935, 0.1663, 0.1666, 0.1542, 0.1666, 0.1529],
]
CAUSAL_SCORES = [
    [0.2899],
    [0.4656, 0.1723],
    [0.4594, 0.1703, 0.1731],
    [0.2642, 0.1024, 0.1036, 0.0186],
    [0.2183, 0.0874, 0.0882, 0.0177, 0.0786],
    [0.3408, 0.127, 0.129, 0.0198, 0.129, 0.0078],
]
CAUSAL_WEIGHTS = [
    [1.0, 0, 0, 0, 0, 0],
    [0.5517, 0.4483, 0, 0, 0, 0],
    [0.38, 0.3097, 0.3103, 0, 0, 0],
    [0.2758, 0.246, 0.2462, 0.2319, 0, 0],
    [0.2175, 0.1983, 0.1984, 0.1888, 0.1971, 0],
    [0.1935, 0.1663, 0.1666, 0.1542, 0.1666, 0.1529],
]
GPT2_SMALL = {"d_in": 768, "d_out": 768, "context_length": 1024, "num_heads": 12}
GPT2_SMALL_PARAMETERS = (2_360_064, 2_362_368)
CONTEXT = {
    "SelfAttention_v1": [
        [0.2996, 0.8053],
        [0.3061, 0.821],
        [0.3058, 0.8203],
        [0.2948, 0.7939],
        [0.2927, 0.7891],
        [0.299, 0.804],
    ],
    "SelfAttention_v2": [
        [-0.0739, 0.0713],
        [-0.0748, 0.0703],
        [-0.0749, 0.0702],
        [-0.076, 0.0685],
        [-0.0763, 0.0679],
        [-0.0754, 0.0693],
    ],
    "CausalAttention": [
        [-0.4519, 0.2216],
        [-0.5874, 0.0058],
        [-0.63, -0.0632],
        [-0.5675, -0.0843],
        [-0.5526, -0.0981],
        [-0.5299, -0.1081],
    ],
    "MultiHeadAttentionWrapper": [
        [-0.4519, 0.2216, 0.4772, 0.1063],
        [-0.5874, 0.0058, 0.5891, 0.3257],
        [-0.63, -0.0632, 0.6202, 0.386],
        [-0.5675, -0.0843, 0.5478, 0.3589],
        [-0.5526, -0.0981, 0.5321, 0.3428],
        [-0.5299, -0.1081, 0.5077, 0.3493],
    ],
    "MultiHeadAttention": [
        [0.319, 0.4858],
        [0.2943, 0.3897],
        [0.2856, 0.3593],
        [0.2693, 0.3873],
        [0.2639, 0.3928],
        [0.2575, 0.4028],
    ],
    "wide": [
        [0.1184, 0.312, -0.0847, -0.5774],
        [0.0178, 0.3221, -0.0763, -0.4225],
        [-0.0147, 0.3259, -0.0734, -0.3721],
        [-0.0116, 0.3138, -0.0708, -0.3624],
        [-0.0117, 0.2973, -0.0698, -0.3543],
        [-0.0132, 0.299, -0.0689, -0.349],
    ],
}
"""Of the published example; "wide" is this lesson's own: multi-head attention with d_out = 4."""
# The cases that the text computes by hand: other sizes, so that no size of the example is fixed.
BY_HAND: dict[str, tuple[tuple[Any, ...], Any]] = {
    "softmax_naive": (([2.0, 1.0, 0.0],), [0.6652, 0.2447, 0.09]),
    "context_vector": (([[1.0, 0.0], [1.0, 1.0]], 1), [1.0, 0.7311]),
    "simple_self_attention": (
        ([[1.0, 0.0], [1.0, 1.0]],),
        ([[0.5, 0.5], [0.2689, 0.7311]], [[1.0, 0.5], [1.0, 0.7311]]),
    ),
    "scaled_attention_weights": (
        ([1.0, 1.0, 1.0, 1.0], [[1.0, 1.0, 1.0, 1.0], [0.0, 0.0, 0.0, 0.0]]),
        [0.8808, 0.1192],
    ),
    "SelfAttention_v1": ((1, 1), [[5.1932], [5.6424]]),
    "SelfAttention_v2": ((1, 1), [[5.1932], [5.6424]]),
    "CausalAttention": ((1, 1, 2, 0.0), [[3.0], [5.6424]]),
}
HAND_TOKENS, HAND_WEIGHTS = [[1.0], [2.0]], {"W_query": 1.0, "W_key": 1.0, "W_value": 3.0}
EXACT = 1e-5  # float32 rounding
PUBLISHED = 5.5e-5  # the example is printed to four decimals
FROM_PRINTED = 4e-4  # both the arguments and the result are numbers printed to four decimals
FUTURE = 0.5  # stands above the diagonal of CAUSAL_SCORES, where any number must do
QKV = ("W_query", "W_key", "W_value")


class Recipe(NamedTuple):
    """How the example makes a module: seed, constructor arguments, layers in the order drawn."""

    seed: int
    arguments: tuple[Any, ...]
    layers: tuple[str, ...]
    matrices: bool = False


RECIPES = {
    "SelfAttention_v1": Recipe(123, (3, 2), QKV, matrices=True),
    "SelfAttention_v2": Recipe(789, (3, 2), QKV),
    "CausalAttention": Recipe(123, (3, 2, 6, 0.0), QKV),
    "MultiHeadAttentionWrapper": Recipe(
        123, (3, 2, 6, 0.0, 2), tuple(f"heads.{head}.{name}" for head in (0, 1) for name in QKV)
    ),
    "MultiHeadAttention": Recipe(123, (3, 2, 6, 0.0, 2), (*QKV, "out_proj")),
    "wide": Recipe(123, (3, 4, 6, 0.0, 2), (*QKV, "out_proj")),
}
