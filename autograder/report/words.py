"""The fixed phrases of feedback, in the languages of the course."""

from autograder.model import Outcome, Text

POINTS = Text("points", "分")
PASSED = Text("passed", "通过")
LOOK = Text("Where to look:", "看看这里：")
LIKELY = Text("This looks like:", "这看起来像是：")
THINK = Text("Think about:", "想一想：")
NOTHING_HIDDEN = Text(
    "These sentences were checked with sizes and numbers that are not shown.",
    "这些句子是用没有展示的大小和数值来检查的。",
)
REPAIRED = Text("Repaired before grading:", "评分前的修复：")
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
    Outcome.CRASHED: Text("process ended", "进程中止"),
    Outcome.NOT_RUN: Text("not run", "没有运行"),
    Outcome.GRADER_FAULT: Text("grader's fault", "评分程序的故障"),
}

SIGNS = {
    Outcome.PASSED: "✓",
    Outcome.FAILED: "✗",
    Outcome.RAISED: "!",
    Outcome.MISSING: "?",
    Outcome.TIMED_OUT: "◷",
    Outcome.CRASHED: "!",
    Outcome.NOT_RUN: "–",
    Outcome.GRADER_FAULT: "§",
}
"""A sign for each outcome, so that nothing depends on colour."""
