"""
name = "softmax over the batch in place of the keys"
name_zh = "沿批次而不是键的维度做了 softmax"
question = "Should the weights of a sequence change when another sequence joins the batch?"
question_zh = "批次里多了另一个序列时，这个序列的权重应当改变吗？"
"""


class CausalAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, qkv_bias=False):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.dropout = nn.Dropout(dropout)
        future = torch.ones(context_length, context_length, dtype=torch.bool).triu(1)
        self.register_buffer("future", future)

    def forward(self, x):
        tokens = x.shape[1]
        q, k, v = self.W_query(x), self.W_key(x), self.W_value(x)
        scores = q @ k.transpose(1, 2) / k.shape[-1] ** 0.5
        scores = scores.masked_fill(self.future[:tokens, :tokens], float("-inf"))
        weights = torch.softmax(scores, dim=0)
        weights = self.dropout(weights)
        return weights @ v
