"""
name = "the next block is computed as well"
name_zh = "多算了后面一块"
question = "What is the last block that a block of queries meets?"
question_zh = "一块查询遇到的最后一块是哪一块？"

[change]
"range(0, begin + 1, block)" = "range(0, min(begin + block + 1, len(keys)), block)"
"if other == begin:" = "if other >= begin:"
"triu(1)" = "triu(1 + begin - other)"
"-torch.inf" = "-1e30"
"""
