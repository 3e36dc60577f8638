"""The fixed phrases of the page, in the languages of the course."""

from autograder.core.model import Text

WORDS: dict[str, Text] = {
    "of_class": Text("Class overview", "班级概览"),
    "written": Text("written {}", "生成于 {}"),
    "skip": Text("Skip to the figures", "跳到数据"),
    "contents": Text("On this page", "本页内容"),
    "students": Text("students", "学生"),
    "graded": Text("graded", "已评分"),
    "not_graded": Text("not graded", "未评分"),
    "mean": Text("mean", "平均分"),
    "median": Text("median", "中位数"),
    "middle_half": Text("middle 50 %", "中间 50 %"),
    "range": Text("lowest to highest", "最低到最高"),
    "of_points": Text("of {} points", "满分 {}"),
    "h_totals": Text("Distribution of totals", "总分分布"),
    "totals_note": Text(
        "Totals are final scores: the points of the checks, or an instructor's score if there is "
        "one, less the late penalty. The statistics of parts and checks below use only the points "
        "of the checks.",
        "总分是最终计入的分数：检查所得的分数，若有人工评分则以人工评分为准，再减去迟交扣分。"
        "下面各部分和各检查的统计只用检查所得的分数。",
    ),
    "bin": Text("{low} to {high} points: {count}", "{low} 到 {high} 分：{count}"),
    "points_axis": Text("points", "分数"),
    "as_table": Text("The same as a table", "以表格显示"),
    "from_to": Text("points", "分数"),
    "h_help": Text("Students who may need help", "可能需要帮助的学生"),
    "help_note": Text(
        "Fewer than half of the points, fewest first. The part is the first one without all of "
        "its points; the topic is the name of a known mistake there, or else a check that failed.",
        "得分不到一半的学生，从低到高。所列部分是第一个没有得满分的部分；"
        "建议谈的内容是其中已知错误的名称，没有名称时是未通过的检查。",
    ),
    "total": Text("total", "总分"),
    "first": Text("first incomplete part", "第一个未得满分的部分"),
    "about": Text("suggested topic", "建议谈的内容"),
    "missed": Text("parts without full points", "未得满分的部分"),
    "h_parts": Text("Parts", "各部分"),
    "parts_note": Text(
        "Mean: the share of the part's points that the class earned (its difficulty: the lower, "
        "the harder). Discrimination: the correlation of a student's points in the part with the "
        "points in all other parts, from −1 to 1. If it is near 0 or negative, the part does not "
        "separate strong from weak students: review its checks. “–”: all have the same points, or "
        "fewer than three are graded.",
        "平均：全班在这一部分得到的分数比例（即难度：越低越难）。区分度：学生在这一部分的分数与"
        "其他所有部分分数之和的相关系数，从 −1 到 1。接近 0 或更低时，这一部分分不出会与不会："
        "请看它的检查。所有人相同或评分不足三人时为“–”。",
    ),
    "part": Text("part", "部分"),
    "points": Text("points", "分值"),
    "section": Text("section", "章节"),
    "spread": Text("how the class did", "全班情况"),
    "full": Text("all points", "满分"),
    "some": Text("some", "部分得分"),
    "none": Text("none", "零分"),
    "untouched": Text("not attempted", "未作答"),
    "discrimination": Text("discrimination", "区分度"),
    "good": Text("good", "良好"),
    "weak": Text("weak", "较弱"),
    "against": Text("negative", "为负"),
    "few": Text("too little variation", "差异太小，无法计算"),
    "h_map": Text("Difficulty and discrimination", "难度与区分度"),
    "map_note": Text(
        "Each dot is a part, by its number. To the right: easier. Up: the part agrees with the "
        "rest of the assignment. Parts at the bottom deserve a look.",
        "每个点是一个部分，旁边是它的编号。越靠右越容易；越靠上，与作业的其余部分越一致。靠近底部的部分值得一看。",
    ),
    "map_easy": Text("easier →", "更容易 →"),
    "map_up": Text("discrimination ↑", "区分度 ↑"),
    "map_point": Text(
        "{number}. {title}: mean {mean}, discrimination {value}",
        "{number}. {title}：平均 {mean}，区分度 {value}",
    ),
    "h_checks": Text("Checks of each part", "各部分的检查"),
    "checks_note": Text(
        "Passed: the share of graded students whose answer makes the sentence true. "
        "Discrimination here is the point-biserial correlation of passing with the points of all "
        "other parts.",
        "通过：答案使句子成立的学生比例。这里的区分度是“是否通过”与其他各部分分数之和的点二列相关。",
    ),
    "check": Text("check", "检查"),
    "passed": Text("passed", "通过"),
    "outcomes": Text("did not pass because", "未通过的原因"),
    "rule": Text("rule", "规则"),
    "h_mistakes": Text("Most common mistakes", "最常见的错误"),
    "mistakes_note": Text(
        "Answers that give the same values as a known mistake, by its name.",
        "数值与某个已知错误相同的答案，按错误名称列出。",
    ),
    "no_mistakes": Text("No answer matched a known mistake.", "没有答案与已知错误相同。"),
    "mistake": Text("mistake", "错误"),
    "h_unnamed": Text("Wrong answers without a name", "没有名称的错误答案"),
    "unnamed_note": Text(
        "Answers that failed the same checks with the same values and match no known mistake. Give "
        "a group a name and a question once, with the command below its code: the next feedback "
        "tells all of its students, and everybody who hands in the same later.",
        "在相同的检查上以相同的数值失败、且与任何已知错误都不相同的答案。"
        "用代码下方的命令为一组答案写一次名称和问题：下一次生成反馈时，该组所有学生都会看到；"
        "以后提交同样答案的学生也会看到。",
    ),
    "h_failed": Text("Checks most often failed", "最常未通过的检查"),
    "failed_note": Text(
        "Only attempted parts are counted.",
        "只统计已作答的部分。",
    ),
    "sentence": Text("sentence", "句子"),
    "who": Text("who", "名单"),
    "names": Text("names", "显示名单"),
    "show_more": Text("Show {} more", "再显示 {} 名"),
    "h_interrupted": Text("Timeouts and crashes", "超时与崩溃"),
    "h_flags": Text("Flagged attempts and broken rules", "可疑行为与违反规则"),
    "flags_note": Text(
        "A broken rule (listed where the answer otherwise works) costs its part; an attempt on "
        "the grader changes no score. Both may be innocent: talk first.",
        "违反规则（只列出其余检查有通过的答案）只影响那一部分；对评分程序的干扰不改变任何分数。"
        "两者都可能是无意的：请先沟通。",
    ),
    "h_repairs": Text("Repairs", "修复"),
    "repairs_note": Text(
        "What was wrong with notebooks that could be graded all the same.",
        "有问题但仍能评分的笔记本所做的修复。",
    ),
    "what": Text("what", "内容"),
    "h_similar": Text("Similar submissions", "相似的提交"),
    "similar_note": Text(
        "For review only, not proof. Compares the lines that students wrote, part by part, without "
        "the released stub, comments, layout and variable names. Very short answers, and answers "
        "that more than a tenth of the class (and more than five students) wrote in the same form, "
        "are left out. Listed from a similarity of {threshold}.",
        "仅供核查，不能作为证据。逐部分比较学生自己写的代码行，不计发布的代码、注释、排版和变量名；"
        "超过全班十分之一（且多于五人）写成同样形式的答案以及很短的答案不计入。"
        "相同比例达到 {threshold} 时列出。",
    ),
    "usual": Text(
        "Two students of this class usually have {} in common.", "本班两名学生之间通常有 {} 相同。"
    ),
    "no_similar": Text("No two submissions are that alike.", "没有如此相似的提交。"),
    "closest": Text("closest two", "最接近的两人"),
    "compared_parts": Text("in the parts", "所在部分"),
    "h_changes": Text("Scores overridden by an instructor, and lateness", "教师改动的分数与迟交"),
    "changed_from": Text("checks gave", "检查所得"),
    "counts": Text("counts", "计入"),
    "hours_late": Text("hours late", "迟交小时数"),
    "penalty": Text("penalty", "扣分"),
    "h_ungraded": Text("Not graded", "未评分"),
    "reason": Text("why", "原因"),
    "stale": Text(
        "The gradebook holds other points than the last grading for: {}. "
        "Run `autograder grade {}` to record them.",
        "以下学生成绩册中的分数与最近一次评分不同：{}。请运行 `autograder grade {}` 来记录。",
    ),
    "h_students": Text("Students", "学生名单"),
    "students_note": Text(
        "Those whose work a person should look at come first. Open a row for the parts that lost "
        "points, their causes, and the way to the student's files. The bars are the parts, in "
        "order; “·” is not graded.",
        "需要人工查看的学生排在最前。展开一行可看到失分的部分、原因，以及该学生的文件。"
        "小柱依次是各部分的得分；“·”：没有评分。",
    ),
    "search": Text("Search (name, part, cause)", "搜索（姓名、部分、原因）"),
    "show": Text("Show", "显示"),
    "show_all": Text("everybody", "所有人"),
    "in_review": Text("needs a person", "需要人工查看"),
    "in_help": Text("fewer than half of the points", "得分不到一半"),
    "in_changed": Text("changed by the last run", "最近一次评分有变化"),
    "in_ungraded": Text("not graded", "未评分"),
    "in_late": Text("late", "迟交"),
    "in_overridden": Text("overridden by an instructor", "教师改动过分数"),
    "lost_in": Text("Lost points in", "失分的部分"),
    "any_part": Text("any part", "任意部分"),
    "order": Text("Order", "排序"),
    "by_review": Text("needs a person first", "需要人工查看的在前"),
    "by_name": Text("name", "姓名"),
    "by_low": Text("lowest total first", "总分从低到高"),
    "by_high": Text("highest total first", "总分从高到低"),
    "by_change": Text("largest change first", "变化最大的在前"),
    "shown_of": Text("{} of {} shown", "显示 {} / {}"),
    "to_review": Text("to review", "待查看"),
    "checks_passed": Text("{} of {} checks", "通过 {} / {} 项检查"),
    "nothing_lost": Text("All points in every part.", "各部分均为满分。"),
    "link_feedback": Text("feedback page", "反馈页面"),
    "link_submission": Text("submitted notebook", "提交的笔记本"),
    "h_since": Text("Changed by the last run", "最近一次评分的变化"),
    "since_note": Text(
        "Points of the checks, as recorded on {} by {} with version {}.",
        "检查所得的分数；由 {1} 于 {0} 以版本 {2} 记录。",
    ),
    "since_nothing": Text(
        "No run has changed anybody's points since the history of this course began.",
        "自本课程开始记录以来，没有任何一次评分改变过分数。",
    ),
    "before": Text("before", "之前"),
    "after": Text("after", "之后"),
    "parts_changed": Text("parts", "部分"),
    "why": Text("why", "原因"),
    "many_parts": Text("{} parts", "{} 个部分"),
    "h_table": Text("Points of every student by part", "每个学生各部分的分数"),
    "table_note": Text(
        "The points that count, by part. Shaded: some of the points; underlined: none; – not "
        "graded; ✎ overridden by an instructor; a minus before the total: the late penalty.",
        "各部分计入的分数。有底色：得到部分分数；有下划线：零分；–：没有评分；✎：教师改动；"
        "总分前的负数：迟交扣分。",
    ),
    "show_students": Text("Show the table of {}", "显示 {} 的表格"),
    "one_student": Text("1 student", "1 名学生"),
    "many_students": Text("{} students", "{} 名学生"),
    "and_more": Text("and {} more, in the files beside this page", "另有 {} 项，见本页旁边的文件"),
    "nothing": Text("None.", "无。"),
    "student": Text("student", "学生"),
    "beside": Text(
        "Beside this page: {csv} (a row for each student and part) and {json} (every figure).",
        "本页旁边：{csv}（每个学生每个部分一行）和 {json}（全部数据）。",
    ),
}


def words(language: str) -> dict[str, str]:
    """The phrases in `language` ("en" or "zh")."""
    return {key: text.in_language(language) for key, text in WORDS.items()}
