"""
name = "keys of one layer, values of another"
name_zh = "键和值只算了一部分"
question = "Does every layer keep both?"
question_zh = "每一层都同时保存键和值吗？"

[change]
"2 * kept * layers" = "kept * (layers + 2)"
"""
