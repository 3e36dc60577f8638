"""
name = "scaled by the larger of two sizes"
name_zh = "除以了两个大小中较大的那个的平方根"
question = "Which size divides the scores when there are more tokens than a key is wide?"
question_zh = "词元比键的宽度多时，分数除以哪个大小的平方根？"
"""



class SelfAttention_v1(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out))

    def forward(self, x):
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        scores = queries @ keys.T
        weights = torch.softmax(scores / max(keys.shape) ** 0.5, dim=-1)
        return weights @ values
