"""
name = "one number for each head"
name_zh = "每个头只算了一个数"
question = "How many numbers are in one key?"
question_zh = "一个键里有多少个数？"

[change]
" * head_dim" = ""
"""
