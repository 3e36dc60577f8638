"""
form = "index_fill for each row, rows stacked"
"""

def renormalized_causal_weights(attn_weights):
    positions = torch.arange(attn_weights.shape[-1])
    rows = [row.index_fill(0, positions[i + 1 :], 0.0) for i, row in enumerate(attn_weights)]
    return torch.stack([row / row.sum() for row in rows])
