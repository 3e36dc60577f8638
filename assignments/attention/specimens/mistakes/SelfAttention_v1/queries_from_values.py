"""
name = "the values stand in the place of the queries"
name_zh = "值占了查询的位置"
question = "Which of the three makes the rows of the scores: whose layer and whose variable stand there?"
question_zh = "三者中哪一个决定分数的行？那里用的是哪一个的层或变量？"

[change]
"queries @ keys" = "values @ keys"
"""
