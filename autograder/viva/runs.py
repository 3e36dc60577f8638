"""Runs of an answer and of its changed copies in confined workers, judged by the example numbers.

They judge nobody and are no secret: code that is asked about here learns nothing.
"""

from contextlib import closing, suppress
from dataclasses import dataclass, field

from autograder.checks.facts import Lost
from autograder.checks.fingerprints import Fingerprint, fingerprint
from autograder.checks.results import CaseResult, CheckInfo
from autograder.checks.suite import Oracle
from autograder.core.assignment.plan import Limits, Part
from autograder.core.assignment.sets import EXAMPLE
from autograder.core.model import Outcome, Text
from autograder.grading.cell_runner import TimeBudget
from autograder.grading.session import Session
from autograder.notebook.read import Code
from autograder.sandbox.host import Host
from autograder.viva.answer import Answer
from autograder.viva.trace import TracedCopy, Value
from autograder.wire import messages
from autograder.wire.values import Ref, TensorData

SECONDS = 20.0
"""Of computing for one student's questions; a right answer's take a tenth of it."""
CERTAIN = (Outcome.PASSED, Outcome.FAILED, Outcome.RAISED)
RUNNING = (messages.Call, messages.Gradients, messages.Travel, messages.StandIn)


@dataclass(frozen=True)
class Run:
    """What one text came to: by check how it ended and what was said, and its fingerprints."""

    endings: dict[str, Outcome]
    said: dict[str, Text]
    prints: dict[str, Fingerprint]

    @property
    def raised(self) -> bool:
        """Whether there was an error anywhere."""
        return Outcome.RAISED in self.endings.values()

    def same(self, other: "Run") -> bool:
        """Whether both gave the same values everywhere."""
        return all(one.agrees(other.prints[key]) for key, one in self.prints.items())


@dataclass(frozen=True)
class TracedCall:
    """A call, as one would write it, and what the assignments gave in it.

    `shapes` are those of its arguments and of what it returned.
    """

    written: str
    values: list[Value]
    shapes: frozenset[str]
    takes_tensors: bool


@dataclass(frozen=True)
class Runs:
    """The runs of one student's answers, which share a budget of time."""

    oracle: Oracle
    host: Host
    limits: Limits
    budget: TimeBudget = field(default_factory=lambda: TimeBudget(SECONDS))

    def checks(self, part: Part) -> dict[str, CheckInfo]:
        """The checks of a part that judge what code does, and not how it is written."""
        return {c.id: c for c in self.oracle.checks if c.part == part.id and not c.gate}

    def of(self, answer: Answer, source: str) -> Run | None:
        """What this text in the answer's place comes to; None if that is not certain."""
        checks = self.checks(answer.part)
        with closing(self._session(answer.with_source(source))) as session:
            results = self._judged(session, answer.part, frozenset(checks))
        if not results or any(one.outcome not in CERTAIN for one in results):
            return None
        endings, said = dict.fromkeys(checks, Outcome.PASSED), dict[str, Text]()
        for one in (each for each in results if each.outcome is not Outcome.PASSED):
            if one.check not in said:
                endings[one.check] = one.outcome
                said[one.check] = one.detail or Text("", "")
        return Run(endings, said, {one.key: fingerprint(one) for one in results})

    def traced(self, answer: Answer, base: Run) -> list[TracedCall]:
        """The calls that checks of values make, and what assignments gave in each."""
        copy, found = TracedCopy(answer), list[TracedCall]()
        values = [check.id for check in self.checks(answer.part).values() if check.value]
        with closing(self._session(answer.with_source(copy.source))) as session, suppress(Lost):
            for key in (one for one in base.prints if one.partition("|")[0] in values):
                (result,) = self._judged(session, answer.part, frozenset({key}))
                printed = session.ask(messages.Printed())
                text = printed.value if isinstance(printed, messages.Returned) else None
                if isinstance(text, str):
                    found += _call(answer.part, result, copy.read(text))
        return found

    def _session(self, cells: tuple[Code, ...]) -> Session:
        return Session(self.host.spawn, cells, self.limits, budget=self.budget)

    def _judged(self, session: Session, part: Part, only: frozenset[str]) -> tuple[CaseResult, ...]:
        return self.oracle.judge(session, (part.id,), {part.id: ()}, only, EXAMPLE)


def _call(part: Part, result: CaseResult, values: list[Value]) -> list[TracedCall]:
    """The one call of a check, of the part or of an object that it has made of it; else none."""
    target: str | int = part.name
    written, tensors, shapes = part.name, list[TensorData](), list[TensorData]()
    for exchange in result.exchanges:
        for request in (one for one in exchange.requests if isinstance(one, RUNNING)):
            value = exchange.reply.value if isinstance(exchange.reply, messages.Returned) else None
            if not isinstance(request, messages.Call) or request.target != target or value is None:
                return []
            named = [("", one) for one in request.args] + request.keywords
            words = [f"{name}{'=' * bool(name)}{_argument(one)}" for name, one in named]
            written += f"({', '.join(words)})"
            tensors += [one for _, one in named if isinstance(one, TensorData)]
            shapes = [*tensors, *([value] if isinstance(value, TensorData) else [])]
            # After a function there is nothing to call, after a class what it has made.
            target = value.handle if isinstance(value, Ref) else -1
    told = written != part.name and "?" not in written
    known = frozenset(str(tuple(one.shape)) for one in shapes)
    return [TracedCall(written, values, known, bool(tensors))] if told else []


def _argument(value: object) -> str:
    """An argument as one would write it, a tensor by its shape; `?` for what takes a long text."""
    if isinstance(value, TensorData):
        given = f"{', '.join(map(str, value.shape))}"
        floats = "float" in value.dtype
        return (
            f"torch.rand({given})" if floats else f"torch.zeros({given}, dtype=torch.{value.dtype})"
        )
    return repr(value) if type(value) in (bool, int, float) else "?"
