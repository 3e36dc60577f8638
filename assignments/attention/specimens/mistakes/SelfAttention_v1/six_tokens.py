"""
name = "a loop over exactly six tokens"
name_zh = "循环固定为六个词元"
question = "Where does the number in your loop come from when the sequence has another length?"
question_zh = "序列长度不同时，你循环里的次数从哪里来？"
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
        rows = []
        for i in range(6):
            weights = torch.softmax(k @ q[i] / k.shape[-1] ** 0.5, dim=-1)
            rows.append(weights @ v)
        return torch.stack(rows)
