"""
name = "one mean for the whole tensor"
name_zh = "整个张量共用一个平均值"
question = "How many means does a batch of two sequences of three tokens have?"
question_zh = "两个序列、每个序列三个词元的批次有几个平均值？"
"""

class LayerNorm(nn.Module):
    def __init__(self, emb_dim):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(emb_dim))
        self.bias = nn.Parameter(torch.zeros(emb_dim))

    def forward(self, x):
        mean = x.mean()
        variance = x.var(unbiased=False)
        return self.weight * (x - mean) / torch.sqrt(variance + 1e-5) + self.bias
