"""
name = "the turned half is used for the other"
name_zh = "用转动后的一半去算另一半"
question = "Is the `a` of your second line still the one that came in?"
question_zh = "第二行里的 `a` 还是传入的那个吗？"

[change]
"turned = a * angles.cos() - b * angles.sin(), b * angles.cos() + a * angles.sin()" = "a = a * angles.cos() - b * angles.sin()\\n    turned = a, b * angles.cos() + a * angles.sin()"
"""
