"""The reference solution: every name of the contract, in plain torch."""

import math

import torch
from torch import Tensor, nn


def softmax_naive(x: Tensor) -> Tensor:
    """Exponentials over their sum, `(n,)` to `(n,)`."""
    exponentials = torch.exp(x)
    return exponentials / exponentials.sum()


def context_vector(inputs: Tensor, query_index: int) -> Tensor:
    """Attention of one token without trainable weights, `(T, d)` to `(d,)`."""
    return torch.softmax(inputs @ inputs[query_index], dim=0) @ inputs


def simple_self_attention(inputs: Tensor) -> tuple[Tensor, Tensor]:
    """Weights `(T, T)` and context vectors `(T, d)` of every token."""
    weights = torch.softmax(inputs @ inputs.T, dim=-1)
    return weights, weights @ inputs


def scaled_attention_weights(query: Tensor, keys: Tensor) -> Tensor:
    """Softmax of the dot products over sqrt(d_k), `(d_k,)` and `(T, d_k)` to `(T,)`."""
    return torch.softmax(keys @ query / math.sqrt(keys.shape[-1]), dim=0)


class SelfAttention_v1(nn.Module):  # noqa: N801  (the contract's name)
    """Self-attention with bare parameters of shape `(d_in, d_out)`."""

    def __init__(self, d_in: int, d_out: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out))

    def forward(self, x: Tensor) -> Tensor:
        """`(T, d_in)` to `(T, d_out)`."""
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        scores = queries @ keys.T / math.sqrt(keys.shape[-1])
        return torch.softmax(scores, dim=-1) @ values


class SelfAttention_v2(nn.Module):  # noqa: N801  (the contract's name)
    """The same with linear layers, biased only when asked."""

    def __init__(self, d_in: int, d_out: int, qkv_bias: bool = False) -> None:
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)

    def forward(self, x: Tensor) -> Tensor:
        """`(T, d_in)` to `(T, d_out)`."""
        queries, keys, values = self.W_query(x), self.W_key(x), self.W_value(x)
        scores = queries @ keys.T / math.sqrt(keys.shape[-1])
        return torch.softmax(scores, dim=-1) @ values


def transfer_weights(sa_v2: nn.Module, sa_v1: nn.Module) -> None:
    """Give `sa_v1` the weights of `sa_v2`; nn.Linear keeps them transposed."""
    with torch.no_grad():
        for name in ("W_query", "W_key", "W_value"):
            getattr(sa_v1, name).copy_(getattr(sa_v2, name).weight.T)


def causal_mask(num_tokens: int) -> Tensor:
    """True strictly above the diagonal, `(T, T)`."""
    return torch.ones(num_tokens, num_tokens, dtype=torch.bool).triu(1)


def renormalized_causal_weights(attn_weights: Tensor) -> Tensor:
    """Zero above the diagonal, every row divided by its sum."""
    kept = attn_weights.tril()
    return kept / kept.sum(dim=-1, keepdim=True)


def causal_attention_weights(attn_scores: Tensor, d_k: int) -> Tensor:
    """The future hidden with -inf, then the scaled softmax."""
    future = torch.ones_like(attn_scores, dtype=torch.bool).triu(1)
    hidden = attn_scores.masked_fill(future, -torch.inf)
    return torch.softmax(hidden / math.sqrt(d_k), dim=-1)


class CausalAttention(nn.Module):
    """One causal head with dropout on the attention weights."""

    def __init__(
        self, d_in: int, d_out: int, context_length: int, dropout: float, qkv_bias: bool = False
    ) -> None:
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.dropout = nn.Dropout(dropout)
        future = torch.ones(context_length, context_length, dtype=torch.bool).triu(1)
        self.register_buffer("mask", future)

    def forward(self, x: Tensor) -> Tensor:
        """`(B, T, d_in)` to `(B, T, d_out)`."""
        tokens = x.shape[1]
        queries, keys, values = self.W_query(x), self.W_key(x), self.W_value(x)
        scores = queries @ keys.transpose(1, 2)
        scores = scores.masked_fill(self.mask[:tokens, :tokens], -torch.inf)
        weights = torch.softmax(scores / math.sqrt(keys.shape[-1]), dim=-1)
        return self.dropout(weights) @ values


class MultiHeadAttentionWrapper(nn.Module):
    """Heads side by side, their outputs concatenated."""

    def __init__(
        self, d_in: int, d_out: int, context_length: int, dropout: float, num_heads: int,
        qkv_bias: bool = False,
    ) -> None:  # fmt: skip
        super().__init__()
        self.heads = nn.ModuleList(
            CausalAttention(d_in, d_out, context_length, dropout, qkv_bias)
            for _ in range(num_heads)
        )

    def forward(self, x: Tensor) -> Tensor:
        """`(B, T, d_in)` to `(B, T, d_out * num_heads)`."""
        return torch.cat([head(x) for head in self.heads], dim=-1)


def two_dim_wrapper(d_in: int, context_length: int) -> nn.Module:
    """Two heads of width 1."""
    return MultiHeadAttentionWrapper(d_in, 1, context_length, 0.0, num_heads=2)


class MultiHeadAttention(nn.Module):
    """Heads by splitting one projection, merged by `out_proj`."""

    def __init__(
        self, d_in: int, d_out: int, context_length: int, dropout: float, num_heads: int,
        qkv_bias: bool = False,
    ) -> None:  # fmt: skip
        super().__init__()
        if d_out % num_heads:
            raise ValueError("d_out must be divisible by num_heads")
        self.num_heads, self.head_dim = num_heads, d_out // num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(dropout)
        future = torch.ones(context_length, context_length, dtype=torch.bool).triu(1)
        self.register_buffer("mask", future)

    def _split(self, x: Tensor) -> Tensor:
        return x.unflatten(-1, (self.num_heads, self.head_dim)).transpose(1, 2)

    def forward(self, x: Tensor) -> Tensor:
        """`(B, T, d_in)` to `(B, T, d_out)`."""
        tokens = x.shape[1]
        queries, keys = self._split(self.W_query(x)), self._split(self.W_key(x))
        values = self._split(self.W_value(x))
        scores = queries @ keys.transpose(-2, -1)
        scores = scores.masked_fill(self.mask[:tokens, :tokens], -torch.inf)
        weights = self.dropout(torch.softmax(scores / math.sqrt(self.head_dim), dim=-1))
        return self.out_proj((weights @ values).transpose(1, 2).flatten(2))


def gpt2_small_attention() -> nn.Module:
    """The attention of the smallest GPT-2."""
    return MultiHeadAttention(768, 768, 1024, 0.1, 12)
