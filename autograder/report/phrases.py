"""The fixed phrases of feedback, in the languages of the course."""

from autograder.core.model import Outcome, Text

POINTS = Text("points", "分")
PASSED = Text("passed", "通过")
LOOK = Text("Where to look:", "看看这里：")
LIKELY = Text("This looks like:", "这看起来像是：")
THINK = Text("Think about:", "想一想：")
NOTHING_HIDDEN = Text(
    "These sentences were checked with sizes and numbers that are not shown.",
    "这些句子是用没有展示的大小和数值来检查的。",
)
NOT_WRITTEN = Text("Not written yet.", "还没有写。")
CELL_STOPPED = Text(
    "The cell with this answer stopped with an error, so nothing in it was defined:",
    "这个答案所在的单元格因出错而停止，里面的内容没有被定义：",
)
ERROR = Text("Stopped:", "中途停止：")
UNTRUE = Text("Not true yet:", "尚不成立：")
OR = Text(", or: ", "；或者：")
SPACE = Text(" ", "")
FOLLOWS = Text(
    "Requirements that could not be confirmed because of this: {count}",
    "有 {count} 条要求因此无法确认",
)
UNCONFIRMED = Text(
    "Not confirmed yet: {count}. They may fail for the same reason; look at them again when the "
    "above is put right",
    "另有 {count} 条要求尚未确认：原因可能相同，改好上面的问题之后再看",
)
EXPLANATION = Text("Explanation", "解释")
EXAMPLE = Text("A small example", "一个小例子")
PRINTS = Text("It prints:", "输出：")
EXPLAINED = Text("Explained in part {number}", "解释见第 {number} 部分")
HOLD = Text("Requirements met: {count}", "已满足 {count} 条要求")
REPAIRED = Text("Repaired before grading:", "评分前的修复：")
WORTHLESS = Text(
    "No requirement about values is met yet. The others that are met earn points once one is.",
    "还没有一条关于数值的要求得到满足；至少满足一条之后，已满足的其他要求才计分。",
)
GATE = Text("a part that breaks this rule earns no points", "违反这条规则的部分不得分")

RECEIVED = Text("Received, not graded yet", "已收到，尚未评分")
WAITING = Text(
    "Your graded attempts within {hours:g} hours are used up ({number} of {number}). This "
    "submission is kept and graded after {time}; if you hand in a newer one before, that one is "
    "graded instead.",
    "你在 {hours:g} 小时内的 {number} 次评分机会已经用完。这份提交已经保存，会在 {time} 之后评分；"
    "如果你在那之前提交了更新的版本，则只评更新的那一份。",
)
NOT_GRADED = Text("Received, but it could not be graded", "已收到，但无法评分")
UNREADABLE = Text(
    "The file holds no notebook that can be read. It did not use up an attempt. "
    "Open your notebook in Jupyter, save it, and hand it in again.",
    "文件里没有可以读取的笔记本。这次没有用掉评分机会。"
    "请在 Jupyter 中打开你的笔记本，保存后重新提交。",
)

OUTCOMES = {
    Outcome.PASSED: Text("passed", "通过"),
    Outcome.FAILED: Text("not yet", "还不对"),
    Outcome.RAISED: Text("raised an error", "抛出异常"),
    Outcome.MISSING: Text("not found", "没有找到"),
    Outcome.TIMED_OUT: Text("out of time", "超时"),
    Outcome.CRASHED: Text("crashed", "崩溃"),
    Outcome.NOT_RUN: Text("not run", "没有运行"),
    Outcome.GRADER_FAULT: Text("grader's fault", "评分程序的故障"),
}

PAGE = {
    "points": Text("points", "分"),
    "first": Text("What to look at first", "先看这里"),
    "colon": Text(": ", "："),
    "comma": Text(", ", "，"),
    "all_full": Text("Full points in every part.", "每一部分都是满分。"),
    "part": Text("Part {number}", "第 {number} 部分"),
    "part_head": Text("Part", "部分"),
    "parts": Text("All parts", "各部分"),
    "cause": Text("Cause", "失分原因"),
    "full": Text("Parts with full points", "满分的部分"),
    "unwritten": Text("Not written yet", "还没有写的部分"),
    "your_code": Text("Your code", "你的代码"),
    "by_hand": Text("This answer is graded manually.", "这道题由老师批改。"),
    "waiting": Text("awaiting manual grading", "等待老师批改"),
    "changed": Text("points given by your instructor", "分数由老师给出"),
    "changed_to": Text(
        "Your instructor gave {points} points here (the checks: {before}).",
        "老师在这一部分给了 {points} 分（检查所得：{before} 分）。",
    ),
    "commented": Text("with a comment", "有评语"),
    "comment": Text("Your instructor's comment:", "老师的评语："),
    "penalty": Text("{points} points are taken off for it.", "因此扣 {points} 分。"),
    "late_by": Text(
        "Handed in {days} d {hours} h {minutes} min late.",
        "迟交 {days} 天 {hours} 小时 {minutes} 分钟。",
    ),
    "attempt": Text("Graded attempt {number}.", "第 {number} 次评分。"),
    "repaired": Text("Repaired before grading", "评分前的修复"),
    "footer": Text(
        "Your code was checked with sizes and numbers that are not shown here. The checks in your "
        "notebook use the worked example; start with those. A number such as [12] is the one that "
        "JupyterLab shows beside a cell after Restart Kernel and Run All Cells.",
        "你的代码是用这里没有展示的大小和数值检查的。笔记本里的检查使用讲解中的例子，请先用它们自查。"
        "像 [12] 这样的编号，就是在 JupyterLab 里重启内核并运行全部单元格后显示在旁边的编号。",
    ),
}
"""What stands on a student's page around the panels."""


def page(language: str, key: str, **values: object) -> str:
    """A phrase of the page, with its numbers filled in."""
    return PAGE[key].in_language(language).format(**values)
