"""`autograder doctor`: which isolation works here, and how to get the rest."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from autograder.cli.options import Json
from autograder.cli.output import print_json, print_table
from autograder.core.assignment.load import edition_ids
from autograder.sandbox.self_test import MOUNTS, Examination, Finding, examine

if TYPE_CHECKING:
    from autograder.nbgrader_adapter.runs.course_steps import Steps

REMEDIES = {
    "bubblewrap": "install it (Debian, Ubuntu: apt-get install bubblewrap); it needs user "
    "namespaces (sysctl kernel.unprivileged_userns_clone=1, and on Ubuntu "
    "kernel.apparmor_restrict_unprivileged_userns=0) or root; most containers forbid both, and "
    "the inner ring then stands alone",
    "Landlock": "run Linux 5.13 or newer with landlock among the modules in "
    "/sys/kernel/security/lsm (kernel command line: lsm=landlock,...)",
    MOUNTS: "this kernel has no Landlock (see above), and nothing else keeps a worker inside "
    "bubblewrap to its own files: allow user namespaces (sysctl user.max_user_namespaces), or use "
    "a kernel with Landlock",
    "seccomp": "run on x86_64 or aarch64, on a kernel with CONFIG_SECCOMP_FILTER",
    "limits": "no parent may have set lower hard limits than the assignment needs (ulimit -Ha)",
    "privileges": "start the grader as an ordinary user",
    "worker": "report this: a worker could do what it must not",
}


def doctor(
    course: Annotated[
        Path | None,
        typer.Argument(help="A course folder to check too.", show_default="(this one, if any)"),
    ] = None,
    as_json: Json = False,
) -> None:
    """Try what student code must not do, in each layer of isolation and in a whole worker.

    With COURSE, show by which steps nbgrader grades each of its assignments, and which of them run
    student code outside the sandbox. Exit code 0 if grading starts here, a worker is refused
    everything and every assignment of this package is graded in the sandbox; else 1.
    """
    pipelines = {}
    course = course or (Path() if edition_ids(Path()) else None)
    if course:
        from autograder.nbgrader_adapter.runs.course_steps import course_steps

        pipelines = course_steps(course.resolve())
    examination = examine()
    if as_json:
        about = {"pipelines": pipelines} if course else {}
        print_json({"ready": examination.ready, **vars(examination), **about})
    else:
        _show(examination)
        for name, steps in pipelines.items():
            print(f"{name}: {_said(steps)}")
            print(f"  graded by {', '.join(steps.autograde)}")
            print(f"  feedback by {', '.join(steps.feedback)}")
            if steps.refusal:
                print(f"  {steps.refusal}")
    if not examination.ready or any(steps.refusal for steps in pipelines.values()):
        raise typer.Exit(1)


def _said(steps: "Steps") -> str:
    if steps.refusal:
        return "REFUSED"
    if steps.unconfined:
        return f"UNCONFINED, not ours: {', '.join(steps.unconfined)} runs student code as you"
    if "autograder grade" in steps.autograde:
        return "student code runs in the sandbox alone"
    return "no step runs student code"


def _show(examination: Examination) -> None:
    findings = [*examination.layers, *([examination.worker] if examination.worker else [])]
    rows = [(test.layer, "yes" if test.in_force else "no", _tried(test)) for test in findings]
    print_table(("layer", "in force", "what was tried"), rows)
    remedies = (f"{test.layer}: {REMEDIES[test.layer]}" for test in findings if not test.in_force)
    for line in (*remedies, _verdict(examination)):
        Console(highlight=False).print(line, markup=False)


def _tried(finding: Finding) -> str:
    if finding.trouble:
        return finding.trouble
    texts = {
        "refused: {}": finding.refused,
        "NOT refused: {}": finding.allowed,
        "(refused here in any case: {})": finding.unproven,
    }
    listed = {text: ", ".join(names).replace("_", " ") for text, names in texts.items() if names}
    return "\n".join(text.format(names) for text, names in listed.items())


def _verdict(examined: Examination) -> str:
    if examined.refusal:
        return f"Grading is refused here: {examined.refusal}"
    if not examined.ready:
        return "Do not grade here: a worker could do what it must not."
    outer = "both rings" if examined.rings and examined.rings.outer else "the inner ring alone"
    inner = examined.rings.inner if examined.rings else ""
    return f"Student code is confined here by {outer} ({inner}): a worker was refused everything."
