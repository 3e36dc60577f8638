"""The worker's loop: a request from the host, an answer to it, until the host hangs up."""

import os
import socket

from autograder.wire import MAX_FRAME, WireError, messages, receive, send
from autograder.worker import failure
from autograder.worker.answers import Answers, MissingName
from autograder.worker.borrow import Borrower
from autograder.worker.cells import Notebook
from autograder.worker.timing import OutOfTime


def serve(connection: socket.socket, notebook: Notebook) -> None:
    """Answer requests until the connection ends; then end the process at once."""
    borrower = Borrower(connection)
    answers = Answers(notebook, borrower)
    while True:
        try:
            request = messages.decode_request(receive(connection))
            borrower.number = request.number
            reply = _reply(answers, request.requests)
            send(connection, _encoded(messages.NumberedReply(request.number, reply)))
        except OutOfTime:
            # An alarm that rang just after its block ended belongs to nothing any more.
            continue
        except WireError:
            # os._exit: the student's atexit functions and threads get no further turn.
            os._exit(0)


def _reply(answers: Answers, requests: list[messages.Request]) -> messages.Reply:
    try:
        reply: messages.Reply = messages.Returned(None)
        for request in requests:
            reply = answers.answer(request)
        return reply
    except MissingName as error:
        return messages.Raised("NameError", str(error), "", missing=True)
    except OutOfTime:
        return messages.Raised("Timeout", "", "", timed_out=True)
    except BaseException as error:
        where = failure.place(error.__traceback__)
        return messages.Raised(failure.kind(error), failure.message(error), where)


def _encoded(reply: messages.NumberedReply) -> bytes:
    try:
        data = messages.encode(reply)
        if len(data) <= MAX_FRAME:
            return data
        problem = f"the result is too large to send ({len(data)} bytes)"
    except WireError as error:
        problem = str(error)
    return messages.encode(
        messages.NumberedReply(reply.number, messages.Raised("ValueError", problem, ""))
    )
