"""
form = "unfolded keys and a mask of the places before the text"
"""

def sliding_window_attention(queries, keys, values, window):
    before = window - 1
    keys = nn.functional.pad(keys, (0, 0, before, 0)).unfold(0, window, 1)
    values = nn.functional.pad(values, (0, 0, before, 0)).unfold(0, window, 1)
    scores = torch.einsum("td,tdw->tw", queries, keys) / math.sqrt(queries.shape[-1])
    places = torch.arange(len(queries))[:, None] - before + torch.arange(window)
    weights = torch.softmax(scores.masked_fill(places < 0, -torch.inf), dim=-1)
    return torch.einsum("tw,tvw->tv", weights, values)
