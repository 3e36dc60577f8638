"""
name = "an argument changed in place"
name_zh = "就地修改了参数"
question = "What does the caller's tensor look like after the call?"
question_zh = "调用之后，调用者手里的张量变成了什么样？"
"""


class SelfAttention_v1(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query = nn.Parameter(torch.randn(d_in, d_out))
        self.W_key = nn.Parameter(torch.randn(d_in, d_out))
        self.W_value = nn.Parameter(torch.randn(d_in, d_out))

    def forward(self, x):
        x.unsqueeze_(0)
        q = x @ self.W_query
        k = x @ self.W_key
        v = x @ self.W_value
        scores = q @ k.transpose(1, 2)
        weights = torch.softmax(scores / k.shape[-1] ** 0.5, dim=-1)
        return (weights @ v).squeeze(0)
