"""
name = "turned the other way round"
name_zh = "朝相反的方向转动"
question = "Where does (1, 0) go at the position 1: above or below the axis?"
question_zh = "在位置 1，(1, 0) 转到了轴的上方还是下方？"

[change]
"turned = a * angles.cos() - b * angles.sin(), b * angles.cos() + a * angles.sin()" = "turned = a * angles.cos() + b * angles.sin(), b * angles.cos() - a * angles.sin()"
"""
