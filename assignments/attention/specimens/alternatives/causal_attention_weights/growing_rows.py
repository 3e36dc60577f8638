"""
form = "softmax of each row's visible part, padded with zeros"
"""

import torch.nn.functional as F


def causal_attention_weights(attn_scores, d_k):
    rows = []
    for i, row in enumerate(attn_scores):
        seen = torch.softmax(row[: i + 1] / d_k**0.5, dim=0)
        rows.append(F.pad(seen, (0, len(row) - i - 1)))
    return torch.stack(rows)
