"""
name = "an epsilon that is too small"
name_zh = "epsilon 太小"
question = "How many zeros does the epsilon of the text have?"
question_zh = "题目里的 epsilon 有几个零？"
"""

class LayerNorm(nn.Module):
    def __init__(self, emb_dim):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(emb_dim))
        self.bias = nn.Parameter(torch.zeros(emb_dim))

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        variance = x.var(dim=-1, keepdim=True, unbiased=False)
        return self.weight * (x - mean) / torch.sqrt(variance + 1e-8) + self.bias
