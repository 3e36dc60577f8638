"""
form = "transposed scores, softmax over dim 1"
"""

class CausalAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, qkv_bias=False):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.dropout = nn.Dropout(dropout)
        lower = torch.tril(torch.ones(context_length, context_length), diagonal=-1)
        self.register_buffer("later_keys", lower.bool())

    def forward(self, x):
        T = x.shape[1]
        # rows are keys, columns are queries: a key below the diagonal is in the future
        columns = self.W_key(x) @ self.W_query(x).transpose(1, 2) / self.W_key.out_features**0.5
        columns = columns.masked_fill(self.later_keys[:T, :T], -torch.inf)
        weights = self.dropout(torch.softmax(columns, dim=1))
        return weights.transpose(1, 2) @ self.W_value(x)
