"""
name = "dropout between softmax and mask"
name_zh = "在 softmax 与掩码之间做 dropout"
question = "In training, what do you divide each row by once some of its weights are gone?"
question_zh = "训练时，一行里有些权重被丢掉之后，你用什么去除这一行？"
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
        weights = self.dropout(torch.softmax(scores, dim=-1))
        weights = weights.masked_fill(self.future[:tokens, :tokens], 0.0)
        weights = weights / weights.sum(dim=-1, keepdim=True)
        return weights @ v
