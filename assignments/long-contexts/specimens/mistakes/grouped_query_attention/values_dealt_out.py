"""
name = "the values dealt out in turn, the keys not"
name_zh = "值轮流分配，键却不是"
question = "Do the values of a query head belong to the keys that it was compared with?"
question_zh = "一个查询头的值，与它所比较的键属于同一个头吗？"

[change]
"(one.repeat_interleave(share, dim=0) for one in (keys, values))" = "keys.repeat_interleave(share, dim=0), values.repeat(share, 1, 1)"
"""
