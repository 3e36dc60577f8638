"""
damage = "The upload broke off: the file ends within the answer to causal_mask."
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
    # Not at half of it: where that lies changes with the lesson's text and pictures.
    return {"attention.ipynb": data[: data.index(b"def causal_mask") + 20]}
