"""
name = "the queries stand in the place of the keys"
name_zh = "查询占了键的位置"
question = "Which of the three makes the columns of the scores: whose layer and whose variable stand there?"
question_zh = "三者中哪一个决定分数的列？那里用的是哪一个的层或变量？"

[change]
"queries @ keys" = "queries @ queries"
"""
