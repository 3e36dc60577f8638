"""
name = "query head divided by the number of groups"
name_zh = "查询头的编号除以了组数"
question = "How many query heads are in a group, and how many groups are there?"
question_zh = "一组里有多少个查询头？一共有多少组？"

[change]
"(one.repeat_interleave(share, dim=0) for one in (keys, values))" = "(one[torch.arange(len(queries)) // len(one)] for one in (keys, values))"
"""
