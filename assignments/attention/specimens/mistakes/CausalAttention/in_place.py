"""
name = "an argument changed in place"
name_zh = "就地修改了参数"
question = "What does the caller's tensor look like after the call?"
question_zh = "调用之后，调用者手里的张量变成了什么样？"
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
        x.transpose_(0, 1)
        tokens = x.shape[0]
        layers = (self.W_query, self.W_key, self.W_value)
        q, k, v = (layer(x).transpose(0, 1) for layer in layers)
        scores = q @ k.transpose(1, 2) / k.shape[-1] ** 0.5
        scores = scores.masked_fill(self.future[:tokens, :tokens], float("-inf"))
        weights = self.dropout(torch.softmax(scores, dim=-1))
        return weights @ v
