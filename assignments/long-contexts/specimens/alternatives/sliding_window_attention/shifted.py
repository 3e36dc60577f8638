"""
form = "one column of scores for each distance"
"""

def sliding_window_attention(queries, keys, values, window):
    columns = []
    for back in range(min(window, len(queries))):
        column = torch.full((len(queries),), -torch.inf)
        column[back:] = (queries[back:] * keys[: len(keys) - back]).sum(dim=-1)
        columns.append(column / queries.shape[-1] ** 0.5)
    weights = torch.softmax(torch.stack(columns, dim=1), dim=1)
    result = torch.zeros_like(values)
    for back in range(weights.shape[1]):
        result[back:] += weights[back:, back, None] * values[: len(values) - back]
    return result
