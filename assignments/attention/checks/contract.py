"""What each part is called, what it defines, and which arguments that takes."""

from __future__ import annotations

TITLES = {
    "softmax_naive": ("A naive softmax", "朴素的 softmax"),
    "context_vector": ("One context vector", "一个上下文向量"),
    "simple_self_attention": ("Simplified self-attention", "简化的自注意力"),
    "scaled_attention_weights": ("Scaled attention weights", "缩放的注意力权重"),
    "SelfAttention_v1": ("Self-attention with parameters", "用参数实现的自注意力"),
    "SelfAttention_v2": ("Self-attention with linear layers", "用线性层实现的自注意力"),
    "exercise_3_1": ("Exercise 3.1: transfer weights", "练习 3.1：转移权重"),
    "causal_mask": ("The causal mask", "因果掩码"),
    "renormalized_causal_weights": (
        "Masked and renormalised weights",
        "掩码后重新归一化的权重",
    ),
    "causal_attention_weights": (
        "Causal weights from masked scores",
        "由掩码后的分数得到因果权重",
    ),
    "CausalAttention": ("Causal attention", "因果注意力"),
    "MultiHeadAttentionWrapper": ("Heads side by side", "并排的多个头"),
    "exercise_3_2": ("Exercise 3.2: two-dimensional vectors", "练习 3.2：二维向量"),
    "MultiHeadAttention": ("Multi-head attention", "多头注意力"),
    "exercise_3_3": ("Exercise 3.3: the size of GPT-2", "练习 3.3：GPT-2 的规模"),
}
NAMES = {
    **{part: part for part in TITLES},
    "exercise_3_1": "transfer_weights",
    "exercise_3_2": "two_dim_wrapper",
    "exercise_3_3": "gpt2_small_attention",
}
"""What each part defines in the notebook."""

_CAUSAL = ("d_in", "d_out", "context_length", "dropout")
ARGUMENTS: dict[str, tuple[str, ...]] = {
    "softmax_naive": ("x",),
    "context_vector": ("inputs", "query_index"),
    "simple_self_attention": ("inputs",),
    "scaled_attention_weights": ("query", "keys"),
    "SelfAttention_v1": ("d_in", "d_out"),
    "SelfAttention_v2": ("d_in", "d_out", "qkv_bias"),
    "exercise_3_1": ("sa_v2", "sa_v1"),
    "causal_mask": ("num_tokens",),
    "renormalized_causal_weights": ("attn_weights",),
    "causal_attention_weights": ("attn_scores", "d_k"),
    "CausalAttention": (*_CAUSAL, "qkv_bias"),
    "MultiHeadAttentionWrapper": (*_CAUSAL, "num_heads", "qkv_bias"),
    "exercise_3_2": ("d_in", "context_length"),
    "MultiHeadAttention": (*_CAUSAL, "num_heads", "qkv_bias"),
    "exercise_3_3": (),
}
"""What each part is called with, by position."""
