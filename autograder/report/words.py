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
