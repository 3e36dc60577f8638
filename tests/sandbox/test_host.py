"""The host of the warm process, as the grader uses it."""

from autograder.core.assignment import Limits
from autograder.sandbox.host import Host
from autograder.sandbox.isolation import Rings
from autograder.wire import messages
from autograder.worker.confine import landlock


def test_visible_checks_may_be_longer_than_an_argument() -> None:
    """The kernel ends an argument at 128 KiB; what is preloaded is bound by memory alone."""
    visible = {"checks": f"TEXT = {'x' * 300_000!r}\n"}
    with Host(Limits(), visible, Rings(None, landlock.abi())) as host:
        worker = host.spawn()
        source = "import checks\nprint(len(checks.TEXT))"
        reply = worker.ask([messages.RunCell(0, source, 5.0)], 10.0)
        worker.close()
    assert isinstance(reply, messages.CellRan)
    assert (reply.error, reply.output) == (None, "300000\n")
