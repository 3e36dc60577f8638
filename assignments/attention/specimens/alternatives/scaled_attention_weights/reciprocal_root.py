"""
form = "rsqrt, both sides scaled by the fourth root"
"""

def scaled_attention_weights(query, keys):
    scale = torch.tensor(keys.shape[-1], dtype=torch.float64).rsqrt().sqrt().item()
    return ((query * scale) @ (keys * scale).transpose(0, 1)).softmax(dim=-1)
