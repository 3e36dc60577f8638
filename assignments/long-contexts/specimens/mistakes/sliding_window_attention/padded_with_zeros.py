"""
name = "places before the text are seen as zeros"
name_zh = "把文本之前的位置当作 0 看到了"
question = "What weight does a key of zeros get that is no token at all?"
question_zh = "一个不是词元的全零的键，会得到多大的权重？"
"""

def sliding_window_attention(queries, keys, values, window):
    before = window - 1
    keys = nn.functional.pad(keys, (0, 0, before, 0)).unfold(0, window, 1)
    values = nn.functional.pad(values, (0, 0, before, 0)).unfold(0, window, 1)
    scores = torch.einsum("td,tdw->tw", queries, keys) / math.sqrt(queries.shape[-1])
    return torch.einsum("tw,tvw->tv", torch.softmax(scores, dim=-1), values)
