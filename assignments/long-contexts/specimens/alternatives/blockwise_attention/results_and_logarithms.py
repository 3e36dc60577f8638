"""
form = "results of the blocks, weighted by the logarithms of their totals"
"""

def blockwise_attention(queries, keys, values, block):
    result, log = None, None
    for begin in range(0, len(keys), block):
        some = slice(begin, begin + block)
        scores = queries @ keys[some].T / math.sqrt(queries.shape[-1])
        new = torch.logsumexp(scores, dim=-1, keepdim=True)
        own = torch.softmax(scores, dim=-1) @ values[some]
        if result is None:
            result, log = own, new
        else:
            share = torch.sigmoid(new - log)
            result, log = result + share * (own - result), torch.logaddexp(log, new)
    return result
