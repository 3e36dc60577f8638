"""
name = "numbers copied from the worked example"
name_zh = "照抄示例中的数值"
question = "Would the answer change if the weights did?"
question_zh = "换一组权重，答案会跟着变吗？"
"""

def renormalized_causal_weights(attn_weights):
    return torch.tensor([
        [1.0000, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000],
        [0.5517, 0.4483, 0.0000, 0.0000, 0.0000, 0.0000],
        [0.3800, 0.3097, 0.3103, 0.0000, 0.0000, 0.0000],
        [0.2758, 0.2460, 0.2462, 0.2319, 0.0000, 0.0000],
        [0.2175, 0.1983, 0.1984, 0.1888, 0.1971, 0.0000],
        [0.1935, 0.1663, 0.1666, 0.1542, 0.1666, 0.1529],
    ])
