"""
name = "a result cut off from its gradients"
name_zh = "结果与梯度断开"
question = "Can a loss that is computed from your result find its way back to W_query?"
question_zh = "由你的结果算出的损失，还能找到回 W_query 的路吗？"
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
        weights = torch.softmax(scores / k.shape[-1] ** 0.5, dim=-1)
        return (weights @ v).detach()
