"""A notebook with markup that wants to act in every place where a student can put it."""

import json

from autograder.authoring.make import NotebookBuilder

MARKUP = (
    "<script>top.smuggled('script')</script>",
    "<img src=x onerror=\"top.smuggled('img')\">",
    "<svg onload=\"top.smuggled('svg')\"></svg>",
    "<svg><animate onbegin=\"top.smuggled('animate')\" attributeName=x dur=1s></svg>",
    "<iframe srcdoc=\"<script>top.smuggled('iframe')</script>\"></iframe>",
    "<details open ontoggle=\"top.smuggled('details')\"><summary>s</summary></details>",
    "<math><mtext><style><img src=x onerror=\"top.smuggled('math')\"></style></mtext></math>",
    "<form action=\"javascript:top.smuggled('form')\"><input type=submit autofocus"
    " onfocus=\"top.smuggled('focus')\"></form>",
    "[link](javascript:top.smuggled('link'))",
    "`code` <a href=\"javascript:top.smuggled('a')\">a</a>",
    '<div id=test_softmax_naive class=score style="position:fixed;inset:0">over all</div>',
)
ALL = "\n\n".join(MARKUP)
CODE = f"from IPython.display import HTML, display\ndisplay(HTML({ALL!r}))\nprint({ALL!r})\n"
PRINTED = f"{CODE}raise ValueError({ALL!r})"


def smuggling(solved: NotebookBuilder) -> bytes:
    """The solution and, behind it, a cell of each kind that claims HTML wherever it can."""
    notebook = NotebookBuilder.of(solved.bytes()).notebook
    metadata = {"raw_mimetype": "text/html", "tags": [ALL]}
    html = {"output_type": "display_data", "data": {"text/html": ALL}, "metadata": {}}
    for kind, source, more in (
        ("markdown", ALL, {}),
        ("raw", ALL, {}),
        ("code", PRINTED, {"outputs": [html], "execution_count": None}),
    ):
        cell = {"cell_type": kind, "source": source, "id": f"smuggled-{kind}"}
        notebook["cells"].append(cell | {"metadata": metadata} | more)
    return json.dumps(notebook).encode()
