"""
name = "the library's attention"
name_zh = "使用了库里的注意力"
question = "Which call is not allowed?"
question_zh = "哪个调用是不允许的？"

[change]
"scores = queries[begin:end] @ keys[first:end].T / math.sqrt(queries.shape[-1])" = "own = keys[first:end], values[first:end]"
"weights = torch.softmax(scores.masked_fill(~seen, -torch.inf), dim=-1)\\n        rows.append(weights @ values[first:end])" = "attention = nn.functional.scaled_dot_product_attention\\n        rows.append(attention(queries[begin:end], *own, attn_mask=seen))"
"""
