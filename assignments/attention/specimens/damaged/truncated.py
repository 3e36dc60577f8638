"""
damage = "The upload broke off: the second half of the file is missing."
lost = [
    "causal_mask",
    "renormalized_causal_weights",
    "causal_attention_weights",
    "CausalAttention",
    "MultiHeadAttentionWrapper",
    "exercise_3_2",
    "MultiHeadAttention",
    "exercise_3_3",
]
repaired = true
readable = true
"""

import json


def damage(notebook: dict) -> dict[str, bytes]:
    data = json.dumps(notebook).encode()
    return {"attention.ipynb": data[: len(data) // 2]}
