"""
name = "the library's normalisation"
name_zh = "使用了库里的归一化"
question = "Which calls does the text not allow?"
question_zh = "题目不允许哪些调用？"
"""

class LayerNorm(nn.Module):
    def __init__(self, emb_dim):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(emb_dim))
        self.bias = nn.Parameter(torch.zeros(emb_dim))

    def forward(self, x):
        return nn.functional.layer_norm(x, x.shape[-1:], self.weight, self.bias)
