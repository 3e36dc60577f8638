"""The reference solution: every part of the assignment in plain torch."""

import math

import torch
from torch import nn


def softmax_naive(x: torch.Tensor) -> torch.Tensor:
    """`(n,)` scores to `(n,)` weights."""
    exponentials = torch.exp(x)
    return exponentials / exponentials.sum(dim=0)


def context_vector(inputs: torch.Tensor, query_index: int) -> torch.Tensor:
    """`(T, d)` and an index to the `(d,)` context vector of that token."""
    weights = torch.softmax(inputs @ inputs[query_index], dim=0)
    return weights @ inputs


def simple_self_attention(inputs: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """`(T, d)` to the weights `(T, T)` and the context vectors `(T, d)`."""
    attn_weights = torch.softmax(inputs @ inputs.T, dim=-1)
    return attn_weights, attn_weights @ inputs


def scaled_attention_weights(query: torch.Tensor, keys: torch.Tensor) -> torch.Tensor:
    """`(d_k,)` and `(T, d_k)` to `(T,)` weights."""
    return torch.softmax(keys @ query / math.sqrt(keys.shape[-1]), dim=-1)


class SelfAttention_v1(nn.Module):  # noqa: N801  (the contract's name)
    """Self-attention whose weights are parameters of shape `(d_in, d_out)`."""

    def __init__(self, d_in: int, d_out: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """`(T, d_in)` to `(T, d_out)`."""
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        scores = queries @ keys.T
        return torch.softmax(scores / math.sqrt(keys.shape[-1]), dim=-1) @ values


class SelfAttention_v2(nn.Module):  # noqa: N801  (the contract's name)
    """Self-attention whose weights are linear layers."""

    def __init__(self, d_in: int, d_out: int, qkv_bias: bool = False) -> None:
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """`(T, d_in)` to `(T, d_out)`."""
        queries, keys, values = self.W_query(x), self.W_key(x), self.W_value(x)
        scores = queries @ keys.T
        return torch.softmax(scores / math.sqrt(keys.shape[-1]), dim=-1) @ values


def transfer_weights(sa_v2: nn.Module, sa_v1: nn.Module) -> None:
    """Give `sa_v1` the weights of `sa_v2`; a linear layer keeps its weight transposed."""
    with torch.no_grad():
        for name in ("W_query", "W_key", "W_value"):
            getattr(sa_v1, name).copy_(getattr(sa_v2, name).weight.T)


def causal_mask(num_tokens: int) -> torch.Tensor:
    """`(T, T)`, true strictly above the diagonal."""
    return torch.triu(torch.ones(num_tokens, num_tokens, dtype=torch.bool), diagonal=1)


def renormalized_causal_weights(attn_weights: torch.Tensor) -> torch.Tensor:
    """`(T, T)` weights with the future removed, each row divided by its sum."""
    kept = torch.tril(attn_weights)
    return kept / kept.sum(dim=-1, keepdim=True)


def causal_attention_weights(attn_scores: torch.Tensor, d_k: int) -> torch.Tensor:
    """`(T, T)` scores to `(T, T)` weights, the future hidden before the softmax."""
    mask = causal_mask(attn_scores.shape[-1])
    return torch.softmax(attn_scores.masked_fill(mask, -torch.inf) / math.sqrt(d_k), dim=-1)


class CausalAttention(nn.Module):
    """One head that sees no later token, with dropout on its weights."""

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

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """`(B, T, d_in)` to `(B, T, d_out)`."""
        tokens = x.shape[1]
        queries, keys, values = self.W_query(x), self.W_key(x), self.W_value(x)
        scores = queries @ keys.transpose(1, 2) / math.sqrt(keys.shape[-1])
        scores = scores.masked_fill(self.mask[:tokens, :tokens], -torch.inf)
        return self.dropout(torch.softmax(scores, dim=-1)) @ values


class MultiHeadAttentionWrapper(nn.Module):
    """Causal heads side by side, each of width `d_out`."""

    def __init__(
        self,
        d_in: int,
        d_out: int,
        context_length: int,
        dropout: float,
        num_heads: int,
        qkv_bias: bool = False,
    ) -> None:
        super().__init__()
        self.heads = nn.ModuleList(
            CausalAttention(d_in, d_out, context_length, dropout, qkv_bias)
            for _ in range(num_heads)
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """`(B, T, d_in)` to `(B, T, d_out * num_heads)`."""
        return torch.cat([head(x) for head in self.heads], dim=-1)


def two_dim_wrapper(d_in: int, context_length: int) -> MultiHeadAttentionWrapper:
    """Two heads whose context vectors have two dimensions together."""
    return MultiHeadAttentionWrapper(d_in, 1, context_length, 0.0, 2)


class MultiHeadAttention(nn.Module):
    """Causal heads that share one query, key and value layer, then an output projection."""

    def __init__(
        self,
        d_in: int,
        d_out: int,
        context_length: int,
        dropout: float,
        num_heads: int,
        qkv_bias: bool = False,
    ) -> None:
        super().__init__()
        if d_out % num_heads:
            raise ValueError(f"d_out={d_out} is not divisible by num_heads={num_heads}")
        self.num_heads = num_heads
        self.head_dim = d_out // num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(dropout)
        future = torch.ones(context_length, context_length, dtype=torch.bool).triu(1)
        self.register_buffer("mask", future)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """`(B, T, d_in)` to `(B, T, d_out)`."""
        tokens = x.shape[1]
        queries, keys, values = (
            self._split(layer(x)) for layer in (self.W_query, self.W_key, self.W_value)
        )
        scores = queries @ keys.transpose(2, 3) / math.sqrt(self.head_dim)
        scores = scores.masked_fill(self.mask[:tokens, :tokens], -torch.inf)
        contexts = self.dropout(torch.softmax(scores, dim=-1)) @ values
        return self.out_proj(contexts.transpose(1, 2).flatten(start_dim=2))

    def _split(self, x: torch.Tensor) -> torch.Tensor:
        """`(B, T, d_out)` to `(B, num_heads, T, head_dim)`."""
        return x.unflatten(-1, (self.num_heads, self.head_dim)).transpose(1, 2)


def gpt2_small_attention() -> MultiHeadAttention:
    """The attention of the smallest GPT-2."""
    return MultiHeadAttention(768, 768, 1024, 0.1, 12)
