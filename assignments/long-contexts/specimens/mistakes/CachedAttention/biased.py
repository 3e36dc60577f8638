"""
name = "layers with a bias"
name_zh = "层带有偏置"
question = "What does `nn.Linear` add unless told otherwise?"
question_zh = "如果不另外说明，`nn.Linear` 会加上什么？"

[change]
"self.W_value = nn.Linear(d_in, d_out, bias=False)" = "self.W_value = nn.Linear(d_in, d_out)"
"""
