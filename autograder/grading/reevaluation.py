"""Re-evaluates a part if the state at the end of the notebook is not the one its answer needs.

A later cell may rebind a name that an earlier answer uses: a helper redefined for a later part, a
loop variable, a builtin's name. Such an answer is judged only in the state where its check stands,
as nbgrader judges it, or after its own cell: the better of two states would be two guesses.

An answer may also depend on an earlier part whose values are wrong. It is judged once more with the
correct values of that function, which the host lends it, or with a recording class in place of that
class, or with what the author provides under that name. Only a failed answer is lent anything:
what, follows from the verdicts of earlier parts and from whether it got stuck. Only earlier parts
are lent: otherwise two empty parts that depend on each other would both pass.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from autograder.checks.provided import Provided, demands_of
from autograder.core.assignment.plan import Part
from autograder.core.model import STOPPED, Outcome, Text
from autograder.grading.attempt import Answer, Results
from autograder.notebook.calls import Source
from autograder.notebook.read import Code, in_cell
from autograder.notebook.syntax import defined
from autograder.sandbox.worker_process import Lending
from autograder.wire import messages

AS_IT_STOOD = Text(
    "`{}`, which the answer uses, is bound anew below; it was judged as it stood here",
    "答案用到的 `{}` 在后面被重新绑定；评分以它在这里的样子为准",
)
AGAIN = Text(
    "`{}` is defined again here, and this definition is judged",
    "`{}` 在这里被重新定义；评分以此为准",
)
STUCK = (*STOPPED, Outcome.RAISED)


class Loan:
    """Functions, for which the host answers once the cells have run, and what takes the place of
    others: what the author provides, or a recording class.

    That takes its place as soon as the cell that defines the part has run, or before all of them if
    none does: cells further down may keep it, by a default argument or a subclass.
    """

    def __init__(
        self, parts: tuple[Part, ...], code: tuple[Code, ...],
        lender: Callable[[list[str]], Lending], provided: Provided,
    ) -> None:  # fmt: skip
        functions = [p for p in parts if p.kind == "function" and p.name not in provided.names]
        self.functions = [(part.name, list(part.signature)) for part in functions]
        self.lender = lender([part.name for part in functions])
        source, self.classes = Source(code), list[tuple[int | None, messages.Replace]]()
        for part in (p for p in parts if p not in functions):
            text, demands = provided.sources.get(part.name, ""), demands_of(part)
            replace = messages.Replace(part.name, list(part.signature), demands, text)
            self.classes.append((source.cell_of(part), replace))


@dataclass(frozen=True)
class Reevaluation:
    """Judges parts of one notebook once more where that applies.

    `parts` are all of the assignment. `values` are the checks whose failure can fail an answer that
    is built upon the part, and `provided` the names for which the author has code that takes the
    place of a student's.
    """

    code: tuple[Code, ...]
    parts: tuple[Part, ...]
    judge: Callable[[Answer], Results]
    points: Callable[[Results, Part], float]
    values: frozenset[str] = frozenset()
    provided: frozenset[str] = frozenset()

    @cached_property
    def _source(self) -> Source:
        return Source(self.code)

    def of(
        self, results: Results, only: tuple[Part, ...]
    ) -> tuple[Results, tuple[Text, ...], dict[str, Answer]]:
        """The results with those of `only` these parts judged anew, what is said of it, and by part
        the answer with what was lent.
        """
        remarks, loans = list[Text](), dict[str, Answer]()
        for part in only:
            code = self.code
            remarks += self._defined_again(part)
            if rebound := self._source.rebound_later(part, self.parts):
                last, name = rebound
                code = tuple(cell for cell in self.code if cell.index <= last)
                stood = self.judge(Answer((part,), code))
                before = {case.key: case.outcome for case in results if case.part == part.id}
                if before != {case.key: case.outcome for case in stood}:
                    texts = (text.format(name) for text in (AS_IT_STOOD.en, AS_IT_STOOD.zh))
                    owner = self._source.cell_of(part)
                    remarks += [in_cell(c.number, Text(*texts)) for c in code if c.index == owner]
                results = _replaced(results, stood, part)
            results, loan = self._beside_right_parts(results, part, code)
            if loan:
                loans[part.id] = loan
                names = Text.listed([base.name for base in loan.lent])
                en = f"{part.name} is built upon {names.en}; it was judged with right ones instead"
                remarks.append(Text(en, f"{part.name} 用到了 {names.zh}；评分时换成了正确的实现"))
        return results, tuple(remarks), loans

    def _defined_again(self, part: Part) -> Iterator[Text]:
        """Says where what is judged stands, if the part's own cell defines it too."""
        owners = [cell for cell in self.code if cell.answers == part.name]
        if any(part.name in defined(cell.source) for cell in owners):
            judged = (cell for cell in self.code if cell.index == self._source.cell_of(part))
            texts = Text(AGAIN.en.format(part.name), AGAIN.zh.format(part.name))
            yield from (in_cell(cell.number, texts) for cell in judged if cell not in owners)

    def _beside_right_parts(
        self, results: Results, part: Part, code: tuple[Code, ...]
    ) -> tuple[Results, Answer | None]:
        """The results, and the answer with the loan if the results are of that."""
        lent, loan = self._lent(part, results), None
        names = frozenset(base.name for base in lent)
        is_wrong = any(_is_wrong(base, results, frozenset()) for base in lent)
        for answer in self._answers(part, code, lent):
            fresh = self.judge(answer)
            # Points come first: more checks passed, but not the gate, would be a loss.
            before, after = ((self.points(r, part), _passed(r, part)) for r in (results, fresh))
            # What fails beside right parts says what is wrong with this one, unless nothing came.
            real = all(base.kind == "function" or base.name in self.provided for base in lent)
            more = 0 < _judged(fresh, part) >= _judged(results, part)
            clear = (real and more) or names <= self.provided
            explains = is_wrong and clear and not answer.mask_of_numbers
            if after > before or (after == before and explains):
                results, loan = _replaced(results, fresh, part), answer
            if all(case.passed for case in fresh if case.part == part.id):
                break
        return results, loan

    def _lent(self, part: Part, results: Results) -> tuple[Part, ...]:
        """What a failed answer gets for a second evaluation: the functions with wrong values that
        it is built upon and what is provided, or, where there is none, recording classes.

        Recording classes come last: beside one that computes nothing an answer may get nowhere.
        """
        failed = [case for case in results if case.part == part.id and not case.passed]
        if not failed:
            return ()
        names = self._source.built_upon(part, self.parts)
        used = [base for base in self.parts[: self.parts.index(part)] if base.name in names]
        provided = [base for base in used if base.name in self.provided]
        # What is provided behaves right in every respect, so it stands in for any fault.
        wrong = [
            p for p in used if _is_wrong(p, results, frozenset() if p in provided else self.values)
        ]
        lendable = [base for base in wrong if base.kind == "function" or base in provided]
        # A class may be right, and too slow or too large for what is asked of this part.
        stuck = any(case.outcome in STUCK for case in failed)
        recorded = [base for base in used if base.kind == "class" and base not in provided]
        # Judged beside recording classes, a class is right; what is made of it does not behave so.
        wrong_names = frozenset(base.name for base in wrong)
        wrong_classes = [
            base
            for base in recorded
            if base in wrong or wrong_names & self._source.built_upon(base, self.parts)
        ]
        # Numbers of another dtype, or near the tolerance, are right until another part takes them.
        return tuple(lendable or (recorded if stuck else wrong_classes) or provided)

    def _answers(
        self, part: Part, code: tuple[Code, ...], lent: tuple[Part, ...]
    ) -> Iterator[Answer]:
        """The answer with the loan; if functions are lent, also with masks given as numbers."""
        if lent:
            yield Answer((part,), code, lent)
        if any(base.kind == "function" and base.name not in self.provided for base in lent):
            yield Answer((part,), code, lent, mask_of_numbers=True)


def _is_wrong(part: Part, results: Results, values: frozenset[str]) -> bool:
    """Whether a check of the part's values failed; where none is marked as such, any check."""
    cases = [case for case in results if case.part == part.id]
    marked = [case for case in cases if case.check in values]
    return any(not case.passed for case in marked or cases)


def _judged(results: Results, part: Part) -> int:
    judged = (Outcome.PASSED, Outcome.FAILED)
    return sum(case.part == part.id and case.outcome in judged for case in results)


def _replaced(results: Results, fresh: Results, part: Part) -> Results:
    return (*(case for case in results if case.part != part.id), *fresh)


def _passed(results: Results, part: Part) -> int:
    return sum(case.part == part.id and case.passed for case in results)
