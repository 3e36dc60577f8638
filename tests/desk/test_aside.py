"""What a command has done in another process comes back as if it had been done here."""

import os
import signal

import pytest

from autograder.cli.aside import aside
from autograder.core.errors import CourseError

HERE = os.getpid()


class Refused(Exception):
    """An error that cannot be made from its text alone."""

    def __init__(self, where: str, number: int) -> None:
        super().__init__(f"{where}, {number}")


class Undoing(Exception):
    """An error that cannot be sent at all."""

    def __init__(self) -> None:
        super().__init__("undo")
        self.undo = lambda: None


def refused() -> int:
    """Work that fails."""
    raise CourseError("the gradebook cannot be read")


def killed() -> int:
    """Work whose process somebody kills."""
    if os.getpid() != HERE:
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getpid()


def interrupted() -> int:
    """Work during which the user presses Ctrl-C, which the command alone answers."""
    os.kill(os.getpid(), signal.SIGINT)
    return os.getpid()


def test_it_is_done_in_a_process_of_its_own() -> None:
    with aside(os.getpid) as result:
        assert result() != HERE


def test_an_error_of_it_is_the_commands_own() -> None:
    with aside(refused) as result, pytest.raises(CourseError, match="cannot be read"):
        result()


def test_what_a_killed_process_leaves_is_done_here() -> None:
    with aside(killed) as result:
        assert result() == HERE


def test_a_result_that_cannot_be_sent_is_found_here(capfd: pytest.CaptureFixture[str]) -> None:
    """Without a word of the other process."""
    with aside(lambda: lambda: HERE) as here:
        assert here()() == HERE
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("error", [Refused("here", 7), Undoing()], ids=["to read", "to send"])
def test_an_error_that_is_hard_to_send_is_the_commands_own(
    error: Exception, capfd: pytest.CaptureFixture[str]
) -> None:
    """Without a word of the other process."""

    def work() -> None:
        raise error

    with aside(work) as result, pytest.raises(type(error), match=str(error)):
        result()
    assert capfd.readouterr() == ("", "")


def test_ctrl_c_is_left_to_the_command() -> None:
    with aside(interrupted) as result:
        assert result() != HERE


def test_a_command_that_fails_meanwhile_waits_for_nothing() -> None:
    """The process ends with the block."""
    with pytest.raises(CourseError), aside(signal.pause):
        raise CourseError("there is nothing to report")
