"""What one case of a check may cost: memory and computing, as `@pytest.mark.limits` says."""

import re
from dataclasses import dataclass, replace
from typing import Any

from autograder.checks.facts import Lost
from autograder.core.assignment.plan import in_every
from autograder.core.errors import CourseError
from autograder.core.model import Outcome, Text

MIB = 1 << 20
MEMORY = re.compile(r"(?:([1-9]\d*)\s*MiB)?")
COMPUTING = re.compile(r"(?:(?=.*[1-9])(\d+(?:\.\d+)?)\s*s)?")
LIMITS = "limits"


class TooDear(Lost):
    """An answer that may be right was stopped because it costs more than the exercise allows."""


@dataclass(frozen=True)
class Allowance:
    """Bytes of memory that the worker may add to what it is born with, inputs and results too, and
    seconds that it may compute; 0 is no limit. `of` says for what.
    """

    memory: int = 0
    computing: float = 0.0
    of: Text | None = None

    @property
    def text(self) -> Text:
        limits = []
        if self.memory:
            size = self.memory // MIB
            limits.append(Text(f"{size} MiB of memory", f"{size} MiB 内存"))
        if self.computing:
            seconds = f"{self.computing:g}"
            limits.append(Text(f"{seconds} s of computing", f"{seconds} 秒计算时间"))
        of, of_zh = (f" for {self.of.en}", f"（{self.of.zh}）") if self.of else ("", "")
        english = " and ".join(limit.en for limit in limits)
        return Text(f"Allowed: {english}{of}.", f"允许：{Text.joined(limits).zh}{of_zh}。")

    def share(self, factor: float) -> "Allowance":
        return replace(self, memory=int(self.memory * factor), computing=self.computing * factor)

    def out_of_memory(self) -> TooDear:
        size = f"{self.memory // MIB} MiB"
        return self._too_dear(f"needs more memory than the {size}", f"内存超过了练习允许的 {size}")

    def out_of_time(self) -> TooDear:
        english = f"computes for longer than the {self.computing:g} s"
        return self._too_dear(english, f"计算时间超过了练习允许的 {self.computing:g} 秒")

    def _too_dear(self, english: str, chinese: str) -> TooDear:
        of, of_zh = (f" for {self.of.en}", f"处理 {self.of.zh}") if self.of else ("", "")
        text = Text(f"it {english} that the exercise allows{of}", f"{of_zh}所需的{chinese}")
        return TooDear(Outcome.FAILED, text)


def allowance(mark: Any, place: str, languages: tuple[str, ...]) -> Allowance:
    """What a mark of pytest's allows; CourseError for a word or a value that there is not."""
    words = dict(mark.kwargs)
    memory = MEMORY.fullmatch(str(words.pop("memory", "")))
    computing = COMPUTING.fullmatch(str(words.pop("computing", "")))
    of = in_every(words.pop("of", None), languages)
    if mark.args or words or not memory or not computing or not (memory[1] or computing[1]):
        raise CourseError(
            f'{place}: write @pytest.mark.limits(memory="32MiB", computing="0.5s"), one of them or '
            'both, and of={"en": "8,192 tokens", "zh": "..."} for what'
        )
    purpose = Text(of.get("en", ""), of.get("zh", "")) if isinstance(of, dict) else None
    return Allowance(int(memory[1] or 0) * MIB, float(computing[1] or 0), purpose)
