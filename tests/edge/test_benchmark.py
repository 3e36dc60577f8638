"""What `make bench` compares with is fair: plain nbgrader has the same checks."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.authoring.make import NotebookBuilder
from autograder.notebook.build import source_notebook
from benchmarks import compare, plain
from benchmarks.cluster import Beside, Road
from benchmarks.measure import Timed

WRONG = {
    "causal_mask": "def causal_mask(num_tokens):\n    return torch.ones(num_tokens, num_tokens)\n",
    "softmax_naive": "def softmax_naive(x):\n    return torch.softmax(x, dim=0)\n",
}
# As a kernel would run it; the cells that raise.
RUN = """
import json, sys
names = {"__name__": "__main__"}
failed = []
for cell in json.load(open(sys.argv[1]))["cells"]:
    if cell["cell_type"] == "code":
        try:
            exec("".join(cell["source"]), names)
        except Exception as error:
            failed.append(cell["id"])
print(json.dumps(failed))
"""


@pytest.fixture
def notebook(tmp_path, assignment) -> Path:
    """The instructor's notebook of the plain course."""
    plain.build(tmp_path, assignment)
    return tmp_path / "source/attention/attention.ipynb"


def test_inlined_checks_refuse_wrong_values_and_forbidden_calls(notebook):
    content = json.loads(notebook.read_text())
    for name, source in WRONG.items():
        (at,) = (n for n, cell in enumerate(content["cells"]) if cell["id"] == f"test_{name}")
        test = content["cells"][at]
        copies = [test | {"id": name, "source": source}, test | {"id": f"wrong_{name}"}]
        content["cells"][at + 1 : at + 1] = copies
    notebook.write_text(json.dumps(content))
    words = [sys.executable, "-c", RUN, notebook]
    env = {**os.environ, "OMP_NUM_THREADS": "1"}
    output = subprocess.check_output(words, cwd=notebook.parent, env=env, text=True)
    failed = json.loads(output.splitlines()[-1])
    assert set(failed) == {f"wrong_{name}" for name in WRONG}


def test_every_part_has_all_of_its_checks_inlined(notebook, assignment):
    cells = {
        cell["id"]: "".join(cell["source"]) for cell in json.loads(notebook.read_text())["cells"]
    }
    for part in assignment.parts:
        hidden = (assignment.folder / "hidden" / f"test_{part.id}.py").read_text("utf-8")
        count = hidden.count("\ndef test_")
        assert count and cells[f"test_{part.id}"].count("def test_") == count
        assert cells[f"test_{part.id}"].rstrip().endswith(plain.END)


def test_two_pages_are_compared_figure_by_figure():
    """What only one page has is left out; a share or a unit beside a number is no matter."""
    head = "# Benchmarks\n\n## Costs\n\n| for each | right | wrong |\n|---|---|---|\n"
    before = compare.figures(head + "| faults | 7,600.0 | 8 |\n| old | 1 | 2 |\n")
    after = compare.figures(head + "| faults | 3,800.0 | n/a |\n| time | 2.5 s | 1 |\n")
    text = "\n".join(compare.compared(before, after))
    assert "## Costs" in text and "| faults | right | 7,600 | 3,800 | 0.50 |" in text
    assert "old" not in text and "time" not in text and "wrong" not in text
    assert after["Costs", "time", "right"] == 2.5


def test_what_a_submission_costs_is_counted_also_where_its_workers_end_early(
    course, submit, assignment
):
    wrong = NotebookBuilder.of(source_notebook(assignment, "en")).answered(WRONG)
    submit(course, "s0001-mistaken", wrong.bytes())
    words = [sys.executable, "-m", "benchmarks.costs", str(course), "s0001-mistaken"]
    costs = json.loads(subprocess.check_output(words))
    assert costs["mistaken"]["workers forked"] > 2


def test_what_a_cluster_adds_to_a_submission_has_no_share_of_its_start():
    """The cluster starts in 30 s and takes 3 for each; without it it is 5 and 2."""
    cluster = Road(Timed(4, 30 + 4 * 3), Timed(20, 30 + 20 * 3))
    processes = Road(Timed(4, 5 + 4 * 2), Timed(20, 5 + 20 * 2))
    assert (cluster.each, processes.each) == (3, 2)
    assert Beside(cluster, processes).overhead == 1
