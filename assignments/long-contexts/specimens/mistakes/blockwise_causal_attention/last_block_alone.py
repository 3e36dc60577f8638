"""
name = "only the last block counts"
name_zh = "只有最后一块起作用"
question = "What happens to the first block when the second comes?"
question_zh = "第二块到来时，第一块怎样了？"

[change]
"known = new if known is None else join(known, new)" = "known = new"
"""
