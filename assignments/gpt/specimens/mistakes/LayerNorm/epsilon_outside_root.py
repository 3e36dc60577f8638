"""
name = "epsilon added after the root"
name_zh = "开方之后才加 epsilon"
question = "What is the root of a variance of 0.00001 with epsilon, and without?"
question_zh = "方差为 0.00001 时，加与不加 epsilon，开方的结果各是多少？"
"""

class LayerNorm(nn.Module):
    def __init__(self, emb_dim):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(emb_dim))
        self.bias = nn.Parameter(torch.zeros(emb_dim))

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        variance = x.var(dim=-1, keepdim=True, unbiased=False)
        return self.weight * (x - mean) / (torch.sqrt(variance) + 1e-5) + self.bias
