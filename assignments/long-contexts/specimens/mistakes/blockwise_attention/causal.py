"""
name = "the future is hidden"
name_zh = "把未来遮住了"
question = "Is there a mask in this part?"
question_zh = "这一部分有掩码吗？"

[change]
"new = summary" = "future = torch.arange(begin, begin + scores.shape[1]) > torch.arange(len(queries))[:, None]\\n        scores = scores.masked_fill(future, -1e30)\\n        new = summary"
"""
