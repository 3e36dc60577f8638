"""
name = "the weight is not used"
name_zh = "没有用到 weight"
question = "What comes of a weight of 2 in your result?"
question_zh = "weight 为 2 时，你的结果会有什么变化？"
"""

class LayerNorm(nn.Module):
    def __init__(self, emb_dim):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(emb_dim))
        self.bias = nn.Parameter(torch.zeros(emb_dim))

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        variance = x.var(dim=-1, keepdim=True, unbiased=False)
        return (x - mean) / torch.sqrt(variance + 1e-5) + self.bias
