"""The worker's loop: a request from the host, an answer to it, until the host hangs up."""

import os
import socket
import time
from collections.abc import Mapping

import msgspec

from autograder.wire import codec, messages
from autograder.wire.frames import MAX_FRAME, WireError, receive, send
from autograder.wire.values import Value
from autograder.worker import failure
from autograder.worker.answers import Answers, MissingName
from autograder.worker.cells import Notebook
from autograder.worker.files import Files
from autograder.worker.timing import OutOfTime, listen, scaled

MAX_REPLIES = MAX_FRAME - 256
"""Bytes of a frame for replies; the rest is for what is around them."""


def serve(
    connection: socket.socket, notebook: Notebook, folder: str, given: Mapping[str, bytes]
) -> None:
    """Answer requests until the connection ends; then end the process at once."""
    request = messages.NumberedRequest(0, [])

    def borrow(name: str, args: list[Value]) -> Value:
        """What the host gives under a name for `args`, amid a request; ValueError if nothing."""
        question = messages.NumberedReply(request.number, messages.Wanted(name, args))
        send(connection, codec.encode(question))
        answer = codec.decode_request(receive(connection)).body
        if isinstance(answer, messages.Given):
            return answer.value
        raise ValueError(answer.reason if isinstance(answer, messages.Refused) else "")

    answers = Answers(notebook, borrow, Files(folder, given))
    while True:
        try:
            request = codec.decode_request(receive(connection))
            listen()
            send(connection, answered(answers, request))
        except OutOfTime:
            # An alarm that rang just after its block ended.
            continue
        except WireError:
            # os._exit: the student's atexit functions and threads get no further turn.
            os._exit(0)


def answered(answers: Answers, request: messages.NumberedRequest) -> bytes:
    body = request.body
    if isinstance(body, messages.Script):
        replies = _performed(answers, body)
        return codec.encode(messages.NumberedReplies(request.number, replies))
    assert isinstance(body, list)
    # As a NumberedReply is encoded, whose body is encoded already.
    return codec.encode((request.number, _sendable(_reply(answers, body))))


def _performed(answers: Answers, script: messages.Script) -> list[msgspec.Raw]:
    deadline = time.monotonic() + scaled(script.seconds)
    replies: list[msgspec.Raw] = []
    budget = MAX_REPLIES
    for group in script.groups:
        reply = _reply(answers, codec.decode_group(group))
        encoded = _sendable(reply)
        budget -= len(encoded)
        if budget < 0:
            break
        replies.append(encoded)
        late = isinstance(reply, messages.Raised) and reply.timed_out
        if late or time.monotonic() > deadline:
            break
    return replies


def _sendable(reply: messages.Reply) -> msgspec.Raw:
    """The encoded reply; or, where none can be sent, the error that says why."""
    try:
        data = codec.encode_part(reply)
        if len(data) <= MAX_REPLIES:
            return data
        problem = f"the result is too large to send ({len(data)} bytes)"
    except WireError as error:
        problem = str(error)
    return codec.encode_part(messages.Raised("ValueError", problem, ""))


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
