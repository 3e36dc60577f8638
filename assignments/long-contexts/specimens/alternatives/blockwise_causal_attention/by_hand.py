"""
form = "a running largest, total and sum"
"""

def blockwise_causal_attention(queries, keys, values, block):
    tokens, rows = len(queries), []
    for start in range(0, tokens, block):
        stop = min(start + block, tokens)
        q = queries[start:stop] / math.sqrt(queries.size(-1))
        m = q.new_full((stop - start,), float("-inf"))
        l, acc = torch.zeros(stop - start), torch.zeros(stop - start, values.size(-1))
        for first in range(0, stop, block):
            last = min(first + block, stop)
            s = torch.einsum("td,kd->tk", q, keys[first:last])
            hidden = torch.arange(first, last)[None, :] > torch.arange(start, stop)[:, None]
            s = s.masked_fill(hidden, float("-inf"))
            m_new = torch.maximum(m, s.amax(dim=1))
            p, factor = torch.exp(s - m_new[:, None]), torch.exp(m - m_new)
            l, acc = l * factor + p.sum(dim=1), acc * factor[:, None] + p @ values[first:last]
            m = m_new
        rows.append(acc / l[:, None])
    return torch.cat(rows)
