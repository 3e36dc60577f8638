"""
name = "only the first block counts"
name_zh = "只有第一块起作用"
question = "What happens to the second block?"
question_zh = "第二块怎样了？"

[change]
"known = new if known is None else join(known, new)" = "known = new if known is None else known"
"""
