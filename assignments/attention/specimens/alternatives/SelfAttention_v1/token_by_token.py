"""
form = "a loop over tokens"
"""

class SelfAttention_v1(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out))

    def forward(self, x):
        context_vecs = []
        for x_i in x:
            query = x_i @ self.W_query
            scores = [query.dot(x_j @ self.W_key) for x_j in x]
            weights = torch.softmax(torch.stack(scores) / len(query) ** 0.5, dim=0)
            context = 0
            for weight, x_j in zip(weights, x):
                context = context + weight * (x_j @ self.W_value)
            context_vecs.append(context)
        return torch.stack(context_vecs)
