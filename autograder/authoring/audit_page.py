"""The audit as pages: which check fails which mistake, and what every mistake costs."""

from collections.abc import Iterable

import jinja2

from autograder.authoring.audit import Audit
from autograder.authoring.trials import TrialResult
from autograder.core.assignment.plan import Assignment
from autograder.core.marks import Costs, by_checks

MARKS = (
    "| mistake | takes | of | checks alone | mark | why |",
    "| --- | ---: | ---: | ---: | ---: | --- |",
)

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Audit of {{ title }}</title>
<style>
:root { color-scheme: light dark }
body { font: 15px/1.4 sans-serif; margin: 1.5em }
table { border-collapse: collapse; margin: .5em 0 2em }
th, td { padding: 1px 5px; text-align: left; border-bottom: 1px solid #8884 }
thead th { vertical-align: bottom }
thead span { writing-mode: vertical-rl; transform: rotate(180deg); font-weight: normal }
td.f { text-align: center; background: #b4530933; font-weight: bold }
tr.alone td.f { background: #1d4ed833 }
</style></head><body>
<h1>Audit of {{ title }}</h1>
<p>A row for each mistake, a column for each hidden check; ✗ stands where the check fails the
mistake, ■ where no other check does.</p>
{% if audit.problems %}<h2>Problems</h2><ul>
{% for line in audit.problems %}<li>{{ line }}</li>{% endfor %}</ul>{% endif %}
{% for row in audit.rows %}
<h2>{{ row.part }}</h2>
<p>{{ row.killed }} of {{ row.mistakes }} mistakes caught, {{ row.named }} named;
{{ row.accepted }} of {{ row.alternatives }} right answers accepted.</p>
<div style="overflow-x:auto"><table><thead><tr><th>mistake</th>
{% for check in checks[row.part] %}<th><span>{{ check }}</span></th>{% endfor %}</tr></thead><tbody>
{% for id, failed in mistakes[row.part] %}<tr{% if failed|length == 1 %} class="alone"{% endif %}>
<td>{{ id }}</td>{% for check in checks[row.part] %}
{% if check in failed %}<td class="f">{{ "■" if failed|length == 1 else "✗" }}</td>
{% else %}<td></td>{% endif %}{% endfor %}</tr>
{% endfor %}</tbody></table></div>
{% endfor %}</body></html>
"""


def page(audit: Audit, title: str) -> str:
    mistakes: dict[str, list[tuple[str, list[str]]]] = {row.part: [] for row in audit.rows}
    checks: dict[str, list[str]] = {row.part: [] for row in audit.rows}
    for mistake, failed in audit.killers.items():
        part, _, name = mistake.partition("/")
        short = [check.partition("/")[2] for check in failed]
        mistakes[part].append((name, short))
        checks[part] += [check for check in short if check not in checks[part]]
    template = jinja2.Environment(autoescape=True).from_string(PAGE)
    return template.render(audit=audit, title=title, mistakes=mistakes, checks=checks)


def marks_table(plan: Assignment, results: Iterable[TrialResult]) -> str:
    """What every mistake costs and why, with its marks by checks and by costs, in Markdown."""
    costs, rows = Costs.read(plan), list(MARKS)
    for result in results:
        part, specimen = result.part, result.trial.specimen
        kind = costs.kind(specimen.id) if specimen else None
        if part is None or specimen is None or kind is None:
            continue
        cells = (
            specimen.id, f"{costs.of(specimen.id, part.max_points):g}", f"{part.max_points:g}",
            f"{by_checks(part):g}", f"{part.points:g}", kind.because.en,
        )  # fmt: skip
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)
