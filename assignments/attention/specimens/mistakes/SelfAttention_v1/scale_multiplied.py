"""
name = "scores enlarged by the scale"
name_zh = "缩放反而放大了分数"
question = "Are the scores closer to zero after your scaling, or farther away?"
question_zh = "经过你的缩放，分数离零更近了还是更远了？"
"""


class SelfAttention_v1(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query = nn.Parameter(torch.randn(d_in, d_out))
        self.W_key = nn.Parameter(torch.randn(d_in, d_out))
        self.W_value = nn.Parameter(torch.randn(d_in, d_out))

    def forward(self, x):
        q = x @ self.W_query
        k = x @ self.W_key
        v = x @ self.W_value
        scores = q @ k.T
        weights = torch.softmax(scores * k.shape[-1] ** 0.5, dim=-1)
        return weights @ v
