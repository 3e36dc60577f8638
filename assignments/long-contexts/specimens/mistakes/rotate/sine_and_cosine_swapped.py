"""
name = "sine and cosine exchanged"
name_zh = "正弦和余弦对调了"
question = "What are the cosine and the sine of 0, and what should happen at the position 0?"
question_zh = "0 的余弦和正弦是多少？位置 0 处应该发生什么？"

[change]
"turned = a * angles.cos() - b * angles.sin(), b * angles.cos() + a * angles.sin()" = "turned = a * angles.sin() - b * angles.cos(), b * angles.sin() + a * angles.cos()"
"""
