"""
form = "one block on the meta device"
"""

def model_size(cfg, bytes_per_number, tied):
    d = cfg["emb_dim"]
    with torch.device("meta"):
        block = nn.ModuleList(
            [nn.LayerNorm(d), nn.LayerNorm(d), nn.Linear(d, d), nn.Linear(d, 4 * d), nn.Linear(4 * d, d)]
            + [nn.Linear(d, d, bias=cfg["qkv_bias"]) for _ in range(3)]
        )
    each = sum(p.numel() for p in block.parameters())
    tables = cfg["vocab_size"] * (1 if tied else 2) + cfg["context_length"] + 2
    count = cfg["n_layers"] * each + tables * d
    return count, count * bytes_per_number / 2**20
