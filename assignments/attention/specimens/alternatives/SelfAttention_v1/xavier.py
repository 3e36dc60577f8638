"""
form = "Xavier start, F.softmax, dim=1"
"""

import torch.nn.functional as F


class SelfAttention_v1(nn.Module):
    def __init__(self, d_in, d_out):
        super(SelfAttention_v1, self).__init__()
        self.W_query = nn.Parameter(torch.empty(d_in, d_out))
        self.W_key = nn.Parameter(torch.empty(d_in, d_out))
        self.W_value = nn.Parameter(torch.empty(d_in, d_out))
        for weight in (self.W_query, self.W_key, self.W_value):
            nn.init.xavier_uniform_(weight)

    def forward(self, x):
        keys = torch.matmul(x, self.W_key)
        queries = torch.matmul(x, self.W_query)
        values = torch.matmul(x, self.W_value)
        scores = torch.matmul(queries, keys.transpose(-2, -1))
        weights = F.softmax(scores / (keys.shape[1] ** 0.5), dim=1)
        return torch.matmul(weights, values)
