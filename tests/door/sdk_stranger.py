#!/usr/bin/python3
"""A program for Vector as others make them: python3-grpcio against our door. Prints "fine" or what went wrong.

    sdk_stranger.py PORT CERTIFICATE NAME SESSION

No generated code: the few messages are written as bytes."""
import sys
import threading

import grpc

port, certificate, name, session = sys.argv[1:]
SERVICE = "/Anki.Vector.external_interface.ExternalInterface/"
raw = {"request_serializer": None, "response_deserializer": None}


def must(so, *words):
    if not so:
        print("wrong:", *words, flush=True)
        sys.exit(1)


def field(number, text):  # of length-delimited type, shorter than 128 bytes
    return bytes([number << 3 | 2, len(text)]) + text


def fields(message):  # {number: value} of a message with small numbers and short texts
    found, at = {}, 0
    while at < len(message):
        key, at = message[at], at + 1
        if key & 7 == 2:
            found[key >> 3] = message[at + 1:at + 1 + message[at]]
            at += 1 + message[at]
        elif key & 7 == 5:
            found[key >> 3] = message[at:at + 4]
            at += 4
        else:
            found[key >> 3] = message[at]
            at += 1
    return found


with open(certificate, "rb") as file:
    trust = grpc.ssl_channel_credentials(root_certificates=file.read())
channel = grpc.secure_channel("127.0.0.1:" + port, trust, options=[("grpc.ssl_target_name_override", name)])
grpc.channel_ready_future(channel).result(timeout=10)


def ask(method, message=b"", token=None, *also):
    metadata = (("authorization", "Bearer " + token),) if token else ()
    metadata += also
    return channel.unary_unary(SERVICE + method, **raw)(message, metadata=metadata, timeout=20)


def refused(code, *words):
    try:
        ask(*words)
    except grpc.RpcError as error:
        must(error.code() == code, words, code, "but", error.code(), error.details())
        return
    must(False, words, "was allowed")


refused(grpc.StatusCode.UNAUTHENTICATED, "BatteryState")
refused(grpc.StatusCode.UNAUTHENTICATED, "BatteryState", b"", "AAAAAAAAAAAAAAAAAAAAAA==")
refused(grpc.StatusCode.UNAUTHENTICATED, "NoSuchCall")
login = fields(ask("UserAuthentication", field(1, session.encode()) + field(2, b"a test")))
must(login[2] == 1, "authorised", login)
token = login[3].decode()
again = fields(ask("UserAuthentication", field(1, session.encode()) + field(2, b"a test")))
must(3 not in again, "a session token is good once", again)
for withdrawn in "NoSuchCall", "NetworkState", "EnableVisionMode":
    refused(grpc.StatusCode.UNIMPLEMENTED, withdrawn, b"", token)
refused(grpc.StatusCode.INTERNAL, "BatteryState", b"\x0a\xff", token)
must(fields(ask("ProtocolVersion", b"\x08\x05", token)) == {1: 1, 2: 5}, "versions agree")
refused(grpc.StatusCode.INVALID_ARGUMENT, "CaptureSingleImage", b"", token, ("annotated", "perhaps"))
must(3 in fields(ask("BatteryState", b"", token)), "volts")
must(b"1.7" in fields(ask("VersionState", b"", token))[2], "firmware")

# Control, asked for and given back, beside a stream of events.
authorised = (("authorization", "Bearer " + token),)
events = channel.unary_stream(SERVICE + "EventStream", **raw)(field(3, b"a" * 32), metadata=authorised)
must(1 in fields(next(events)), "the first event")
asked, done = [field(2, b"\x08\x14")], threading.Event()


def wishes():
    yield asked.pop()
    done.wait(20)


control = channel.stream_stream(SERVICE + "BehaviorControl", **raw)(wishes(), metadata=authorised)
must(any(1 in fields(answer) for answer in control), "control is granted")
drive = ask("DriveWheels", b"\x0d\x00\x00\x48\x42\x15\x00\x00\x48\x42", token)  # 50 mm/s each
must(fields(fields(drive)[1]) == {1: 2}, "it drives", drive)
for _ in range(5):
    next(events)
events.cancel()
done.set()
list(control)
must(control.code() == grpc.StatusCode.OK, "the end of control", control.code())
channel.close()
print("token", token, flush=True)
print("fine", flush=True)
