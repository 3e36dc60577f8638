"""Grading one submission: from its bytes to a report, a pure function of its inputs."""

import copy
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Self

from autograder.checks import Lost, Offence
from autograder.checks.items import CheckInfo
from autograder.checks.suite import CaseResult, Oracle
from autograder.core.assignment import Assignment, Edition, Part, sets
from autograder.core.assignment.digests import digests
from autograder.core.assignment.given import GivenModules, given_files
from autograder.core.assignment.sets import EXAMPLE
from autograder.core.errors import GraderFault
from autograder.core.model import Report, Text
from autograder.grading import evidence
from autograder.grading.disclosure import told
from autograder.grading.incremental import NOTHING, NotReusable, ReusableParts
from autograder.grading.known_pairs import KnownPairs
from autograder.grading.naming import Catalogue
from autograder.grading.recheck import confirmed
from autograder.grading.reevaluation import Reevaluation, reevaluated
from autograder.grading.reference_server import ReferenceServer
from autograder.grading.report_cache import PreviousReport
from autograder.grading.score import part_results, with_errors
from autograder.grading.session import Session
from autograder.grading.time_budget import TimeBudget
from autograder.grading.versions import versions
from autograder.grading.without_library import without_library
from autograder.notebook import ParsedNotebook, Recovered, Source, read, recover
from autograder.notebook.answers import Code
from autograder.notebook.guard import guarded
from autograder.notebook.opaque import opaque, without
from autograder.notebook.parse_cache import MOST, forget
from autograder.notebook.student_code import OwnLines
from autograder.notebook.submission import Submission
from autograder.notebook.tamper_flags import attempts
from autograder.sandbox.host import Host

MISSPOKE = Text(
    "the notebook's process wrote to the grader's own connection",
    "笔记本的进程向评分程序自己的连接写入了内容",
)

Observer = Callable[[tuple[CaseResult, ...]], bytes]
"""What is kept of the results besides the report."""

Chosen = Callable[[str, str], int]
"""The set of hidden numbers for a student, and the digest of what this student handed in."""

Concerned = Callable[[str], frozenset[str] | None]
"""The parts to be judged of somebody's notebook; None: all."""

Only = frozenset[str] | None
"""Some checks, or all of them."""

EXAMPLE_SHARE = 1 / 4
"""Of a submission's time: what finding out why checks failed may take besides."""

LEAST_SECONDS = 10.0
"""What is left at least for asking again, where a submission has used up its time."""


class WorkerKilled(Exception):
    """The notebook's process was killed from outside, or killed itself."""


@dataclass(frozen=True)
class Examined:
    """A report, and what instructors may see besides: the exchanges behind its failed checks."""

    report: Report
    evidence: bytes


class Grader:
    """A warm oracle for one assignment, and workers from `host`.

    The assignment's salt chooses a submission's set of numbers, or else `chosen`. All parts are
    judged, unless `concerned` says which; the checks of the others are not run. Where no student
    reads the reports, nobody need be told why checks fail (`tells`): that costs a second worker.

    Raises:
        CourseError: the assignment cannot be graded by.
    """

    def __init__(
        self, assignment: Assignment, edition: Edition, released: bytes, host: Host,
        observe: Observer = evidence.collect, chosen: Chosen | None = None,
        tells: bool = True, concerned: Concerned | None = None,
    ) -> None:  # fmt: skip
        self.assignment = assignment
        self.edition = edition
        self._released = read(released)
        self._own = OwnLines(assignment, self._released)
        self._host = host
        self._given = GivenModules.of(given_files(assignment.folder))
        every = sets.read(assignment.folder / "hidden")
        self._chosen = chosen or every.chosen
        self._oracle = Oracle(assignment)
        self._digests = dict(digests(assignment).parts)
        self._catalogues = tuple(Catalogue.decode(one.fingerprints) for one in every.every)
        self._pairs = KnownPairs.read(assignment)
        self._number = 0
        self._tells = tells
        self._concerned = concerned
        self._wanted: frozenset[str] | None = None
        self._example_budget = TimeBudget(0)
        self._observe = observe
        self._letters = 0

    @property
    def checks(self) -> tuple[CheckInfo, ...]:
        """The hidden checks of the assignment."""
        return self._oracle.checks

    def grade(self, data: bytes, student: str = "") -> Report:
        """The report on the notebook in `data`; raises as `examine` does."""
        return self.examine(Submission.of(student, data)).report

    def examine(self, submission: Submission, earlier: PreviousReport | None = None) -> Examined:
        """The report on a submission, and the evidence for it.

        What still stands of an `earlier` report on the same bytes is not found out again.

        Raises:
            SubmissionUnreadable: there is no notebook in its file.
            GraderFault: the grader failed; nothing may be recorded.
        """
        notebook = read(submission.data)
        code = recover(notebook, self._released, self.assignment.parts)
        self._forget_in_time(code)
        number = self._chosen(submission.student, submission.digest)
        mine = self._by(number, submission.student)
        try:
            return mine._examined(notebook, code, ReusableParts.of(earlier, self._digests))
        except NotReusable:
            return mine._examined(notebook, code, NOTHING)

    def _by(self, number: int, student: str) -> Self:
        """The same grader, by this set of numbers, of the parts that concern the student."""
        mine = copy.copy(self)
        mine._number = number
        mine._wanted = self._concerned(student) if self._concerned else None
        # Not what is left of the submission's time: that could be made to tell hidden numbers.
        seconds = self.assignment.limits.submission_seconds * EXAMPLE_SHARE
        mine._example_budget = TimeBudget(seconds)
        return mine

    def _forget_in_time(self, code: Recovered) -> None:
        self._letters += sum(len(cell.source) for cell in code.code)
        if self._letters > MOST:
            forget()
            self._letters = 0

    def _examined(
        self, notebook: ParsedNotebook, code: Recovered, carried: ReusableParts
    ) -> Examined:
        budget = TimeBudget(self.assignment.limits.submission_seconds)
        try:
            return self._tried(notebook, code, carried, budget, last=False)
        except WorkerKilled:
            # With the time that is left: killing its own worker must not buy a notebook any.
            return self._tried(notebook, code, carried, budget, last=True)

    def _tried(
        self, notebook: ParsedNotebook, code: Recovered, carried: ReusableParts, budget: TimeBudget,
        *, last: bool,
    ) -> Examined:  # fmt: skip
        """The report of one try.

        Raises:
            WorkerKilled: somebody killed the worker, which is worth another try.
        """
        spawn, limits = self._host.spawn, self.assignment.limits
        made = Session(spawn, guarded(code.code), limits, last=last, budget=budget)
        with closing(made) as session:
            try:
                return self._judged(notebook, code, carried, session)
            except GraderFault:
                if session.killed and not session.ran_out and not last:
                    raise WorkerKilled from None
                raise

    def _session(
        self, code: tuple[Code, ...], lent: tuple[Part, ...], budget: TimeBudget,
        *, bare: bool = False, reduced: bool = False,
    ) -> Session:  # fmt: skip
        """Another session of a submission whose time this is."""
        loan = (
            ReferenceServer.of(lent, code, self._oracle.lender, self._oracle.provided)
            if lent
            else None
        )
        return Session(
            partial(self._host.spawn, bare=bare), guarded(code), self.assignment.limits,
            loan=loan, budget=budget, reduced=reduced,
        )  # fmt: skip

    def _judged(
        self, notebook: ParsedNotebook, code: Recovered, carried: ReusableParts, session: Session
    ) -> Examined:
        results, said = self._verdict(code, carried, session)
        forms = self._own.forms(notebook)
        known = self._catalogues[self._number]
        parts = part_results(self.assignment, self.checks, results, known, forms)
        parts = tuple(self._pairs.applied(part, known) for part in parts)
        parts = with_errors(parts, self.assignment, code.code, session.notes)
        report = Report(
            assignment=self.edition.id,
            language=self.edition.language,
            submission_digest=notebook.digest,
            assignment_digest=self.assignment.digest,
            parts=carried.over(parts),
            cells=session.notes,
            repairs=(*code.repairs, *session.repairs, *said),
            flags=_flags(code, session),
            versions=versions(),
            part_digests=self._digests,
            forms=forms,
        )
        return Examined(_sound(report), carried.and_evidence(self._observe, results))

    def _verdict(
        self, code: Recovered, carried: ReusableParts, session: Session
    ) -> tuple[tuple[CaseResult, ...], tuple[Text, ...]]:
        """The results of the checks, after re-evaluations where needed, and the messages."""
        with suppress(Lost):
            # A notebook that uses up its time in its cells has every check told so below.
            session.run()
        if carried.parts:
            carried.stands((*code.repairs, *session.repairs, *_flags(code, session)))
        every = self.assignment.parts
        wanted = [part for part in every if self._wanted is None or part.id in self._wanted]
        rest = carried.rest(tuple(wanted))
        results = self._results(session, code.code, rest)
        carried.fits(results)

        def judge(case: Reevaluation) -> tuple[CaseResult, ...]:
            # What uses up its time once would do so in every hearing: nobody gets more for one.
            with closing(self._session(case.code, case.lent, session.budget)) as second:
                return self._results(second, case.code, (case.part,), case.lent)

        known = (*carried.results, *results)
        values = frozenset(check.id for check in self.checks if check.value)
        names = self._oracle.provided.names
        return reevaluated(known, code.code, every, judge, self._points, rest, values, names)

    def _results(
        self, session: Session, code: tuple[Code, ...], parts: tuple[Part, ...],
        lent: tuple[Part, ...] = (),
    ) -> tuple[CaseResult, ...]:  # fmt: skip
        """The results of the checks of `parts`, where `session` runs `code`."""
        hidden, offences = opaque(code, self._given), _offences(code, parts, self.assignment.parts)
        ids = tuple(part.id for part in parts)

        def judged(
            session: Session, code: tuple[Code, ...], only: Only = None
        ) -> tuple[CaseResult, ...]:
            found = self._oracle.judge(session, ids, offences, only, self._number)
            if self._number == EXAMPLE:
                return tuple(replace(result, example=result) for result in found)
            if not self._tells:
                return found
            named = self._catalogues[self._number].explained(found)
            return told(found, named, partial(by_example, code))

        def again(only: frozenset[str]) -> tuple[CaseResult, ...]:
            bare, budget = without(code, hidden), session.budget.at_least(LEAST_SECONDS)
            with closing(self._session(bare, lent, budget)) as second:
                return judged(second, bare, only)

        def by_example(code: tuple[Code, ...], only: Only) -> tuple[CaseResult, ...]:
            if self._oracle.provided.names.intersection(part.name for part in lent):
                # The author's answers to those parts are within reach, and a detail may quote them.
                return ()
            with closing(self._session(code, lent, self._example_budget)) as fresh:
                return self._oracle.judge(fresh, ids, offences, only, EXAMPLE)

        def bare(only: frozenset[str], *, reduced: bool) -> tuple[CaseResult, ...]:
            cells = Source(code).cells_for([p for p in parts if p.id in asked])
            mine = tuple(one for one in code if one.index in cells) if reduced else code
            spawned = self._session(mine, lent, session.budget, bare=True, reduced=reduced)
            with closing(spawned) as second:
                return self._oracle.judge(second, ids, offences, only, self._number)

        withheld = self.assignment.withheld
        asked = [p.id for p in parts if set(p.forbidden) & set(withheld) and not offences[p.id]]
        values = [one.id for one in self.checks if one.value and one.part in asked]
        found = confirmed(judged(session, code), hidden, again)
        return without_library(found, frozenset(values), bare)

    def _points(self, results: tuple[CaseResult, ...], part: Part) -> float:
        every = part_results(self.assignment, self.checks, results, Catalogue())
        return next(one.points for one in every if one.id == part.id)


def _flags(code: Recovered, session: Session) -> tuple[Text, ...]:
    return (*attempts(code.code), *((MISSPOKE,) if session.misspoke else ()))


def _offences(
    code: tuple[Code, ...], parts: tuple[Part, ...], every: tuple[Part, ...]
) -> dict[str, tuple[Offence, ...]]:
    source = Source(code)
    return {
        part.id: tuple(
            Offence(call.call, call.where) for call in source.forbidden_calls(part, every)
        )
        for part in parts
    }


def _sound(report: Report) -> Report:
    if report.faults:
        fault = report.faults[0]
        said = fault.detail.en.strip() if fault.detail else ""
        raise GraderFault(f"the hidden check {fault.id} failed by itself{_short(said)}")
    return report


def _short(trace: str) -> str:
    """The last place and the last line of a traceback, for an author, in one line."""
    lines = [line.strip() for line in trace.splitlines() if line.strip()]
    places = [line for line in lines if line.startswith('File "')]
    where = f" ({places[-1].removeprefix('File ')})" if places else ""
    return f": {lines[-1]}{where}" if lines else ""
