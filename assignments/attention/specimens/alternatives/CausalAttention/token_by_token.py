"""
form = "loops over the batch and the tokens seen so far"
"""

class CausalAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, qkv_bias=False):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        batch = []
        for sequence in x:
            rows = []
            for t in range(sequence.shape[0]):
                seen = sequence[: t + 1]  # no mask needed: later tokens are not here
                query = self.W_query(sequence[t])
                scores = self.W_key(seen) @ query / query.shape[0] ** 0.5
                rows.append(self.dropout(torch.softmax(scores, dim=0)) @ self.W_value(seen))
            batch.append(torch.stack(rows))
        return torch.stack(batch)
