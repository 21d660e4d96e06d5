#!/usr/bin/python3
"""gRPC as others make it (python3-grpcio), against our server and for our client. Prints "fine" or what went wrong.

    grpc_stranger.py call PORT CERTIFICATE    calls the server of test_grpc.c in every way there is
    grpc_stranger.py serve KEY CERTIFICATE    serves the same methods; prints its port first, ends with its stdin
"""
import queue
import sys
import threading
import time
from concurrent import futures

import grpc

raw = {"request_serializer": None, "response_deserializer": None}
TOKEN = (("authorization", "Bearer right"),)


def must(so, *words):
    if not so:
        print("wrong:", *words, flush=True)
        sys.exit(1)


def fails(code, words, call):
    try:
        got = call()
    except grpc.RpcError as error:
        must(error.code() == code and words in error.details(), code, words, "but:", error.code(), error.details())
        return
    must(False, code, "was expected, and this came:", got)


def call(port, certificate):
    with open(certificate, "rb") as file:
        trust = grpc.ssl_channel_credentials(root_certificates=file.read())
    options = [("grpc.ssl_target_name_override", "Vector-A1B2")]
    channel = grpc.secure_channel("127.0.0.1:" + port, trust, options=options)
    grpc.channel_ready_future(channel).result(timeout=10)
    echo = channel.unary_unary("/pets.Pets/Echo", **raw)
    for size in (0, 1, 5, 16384, 70000, 1 << 20):
        message = bytes(i * 7 & 255 for i in range(1000)) * (size // 1000 + 1)
        must(echo(message[:size], metadata=TOKEN, timeout=10) == message[:size], "echo of", size)
    fails(grpc.StatusCode.RESOURCE_EXHAUSTED, "1048577", lambda: echo(b"x" * ((1 << 20) + 1), metadata=TOKEN))
    fails(grpc.StatusCode.UNAUTHENTICATED, "", lambda: echo(b"hello"))
    fails(grpc.StatusCode.UNAUTHENTICATED, "", lambda: echo(b"hello", metadata=TOKEN + TOKEN))
    fails(grpc.StatusCode.UNAUTHENTICATED, "", lambda: echo(b"hello", metadata=(("authorization", "Bearer x"),)))
    other = channel.unary_unary("/pets.Pets/Other", **raw)
    fails(grpc.StatusCode.UNIMPLEMENTED, "no such method", lambda: other(b"hello", metadata=TOKEN))
    fail = channel.unary_unary("/pets.Pets/Fail", **raw)
    fails(grpc.StatusCode.NOT_FOUND, "50% of \u00fc\nare gone", lambda: fail(b"hello", metadata=TOKEN))
    never = channel.unary_unary("/pets.Pets/Never", **raw)
    fails(grpc.StatusCode.DEADLINE_EXCEEDED, "", lambda: never(b"hello", metadata=TOKEN, timeout=0.1))
    waiting = never.future(b"hello", metadata=TOKEN)
    waiting.cancel()
    must(waiting.cancelled(), "cancelled")
    gzip = grpc.Compression.Gzip
    fails(grpc.StatusCode.UNIMPLEMENTED, "compressed", lambda: echo(b"x" * 999, metadata=TOKEN, compression=gzip))

    count = channel.unary_stream("/pets.Pets/Count", **raw)
    must([int(m) for m in count(b"3000", metadata=TOKEN)] == list(range(3000)), "a stream of 3000")
    slow = count(b"3000", metadata=TOKEN)
    time.sleep(0.1)
    must(sum(1 for _ in slow) == 3000, "a stream that is read late")
    some = count(b"100000", metadata=TOKEN)
    must(next(some) == b"0", "its first message")
    some.cancel()
    total = channel.stream_unary("/pets.Pets/Sum", **raw)
    must(total(iter([b"1", b"22", b"333"] * 100), metadata=TOKEN) == b"600", "the sum of lengths")
    must(total(iter([]), metadata=TOKEN) == b"0", "the sum of nothing")

    # Both ways, one after the other: the next is only sent when the answer to the last one is here.
    said = queue.Queue()
    chat = channel.stream_stream("/pets.Pets/Chat", **raw)(iter(said.get, None), metadata=TOKEN)
    for i in range(50):
        said.put(b"%d" % i)
        must(next(chat) == b"%d" % i, "an answer in a chat")
    said.put(None)
    must(list(chat) == [], "the end of a chat")
    must(chat.code() == grpc.StatusCode.OK, "its status")

    # Many at once on one connection.
    calls = [echo.future(b"%d" % i, metadata=TOKEN) for i in range(300)]
    must([int(c.result(timeout=20)) for c in calls] == list(range(300)), "300 calls at once")
    channel.close()


class Pets(grpc.GenericRpcHandler):
    def service(self, details):
        token = dict(details.invocation_metadata).get("authorization")
        way = details.method.rpartition("/")[2]
        if token != "Bearer right":
            def denied(request, context):
                context.abort(grpc.StatusCode.UNAUTHENTICATED, "who are you?")
            return grpc.unary_unary_rpc_method_handler(denied)
        handlers = {
            "Echo": grpc.unary_unary_rpc_method_handler(lambda request, context: request),
            "Fail": grpc.unary_unary_rpc_method_handler(
                lambda request, context: context.abort(grpc.StatusCode.NOT_FOUND, "50% of \u00fc\nare gone")),
            "Never": grpc.unary_unary_rpc_method_handler(lambda request, context: time.sleep(1)),
            "Count": grpc.unary_stream_rpc_method_handler(
                lambda request, context: (b"%d" % i for i in range(int(request)))),
            "Sum": grpc.stream_unary_rpc_method_handler(
                lambda requests, context: b"%d" % sum(len(m) for m in requests)),
            "Chat": grpc.stream_stream_rpc_method_handler(lambda requests, context: requests),
        }
        return handlers.get(way)


def serve(key, certificate):
    with open(key, "rb") as one, open(certificate, "rb") as other:
        proof = grpc.ssl_server_credentials([(one.read(), other.read())])
    server = grpc.server(futures.ThreadPoolExecutor(max_workers=8), handlers=[Pets()])
    port = server.add_secure_port("127.0.0.1:0", proof)
    server.start()
    print(port, flush=True)
    sys.stdin.read()
    server.stop(None)


threading.excepthook = lambda args: None
{"call": call, "serve": serve}[sys.argv[1]](*sys.argv[2:])
print("fine", flush=True)
