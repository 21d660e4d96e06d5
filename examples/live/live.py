"""The wire to a running critter, with the standard library alone.

    robot = Live("http://localhost:8888")     # the address that `critter run` prints
    name, welcome = robot.hear()              # the next message: its name, its members
    robot.say("Express", expression="happiness")
"""
import base64, json, os, socket, struct, urllib.parse, urllib.request


class Live:
    def __init__(self, page="http://localhost:8888"):
        at = urllib.parse.urlsplit(page)
        with urllib.request.urlopen(page, timeout=10) as index:  # whoever has the page may have /live
            cookie = index.headers["Set-Cookie"].split(";")[0]
        self.wire = socket.create_connection((at.hostname, at.port), 10).makefile("rwb")
        key = base64.b64encode(os.urandom(16)).decode()
        self.wire.write(f"GET /live HTTP/1.1\r\nHost: {at.netloc}\r\nCookie: {cookie}\r\n"
                        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                        f"Sec-WebSocket-Key: {key}\r\n\r\n".encode())
        self.wire.flush()
        answer = self.wire.readline().decode()
        if " 101 " not in answer:
            raise ConnectionError(answer.strip())
        while self.wire.readline().strip():
            pass

    def frame(self, kind, payload):
        size = len(payload)
        length = bytes([128 | size]) if size < 126 else struct.pack(">BH", 254, size)
        self.wire.write(bytes([128 | kind]) + length + bytes(4) + payload)  # masked with zeros
        self.wire.flush()

    def say(self, name, **members):
        self.frame(1, json.dumps({name: members}).encode())

    def hear(self):
        while True:
            kind, size = self.wire.read(2)
            if size > 125:
                size = struct.unpack(">H" if size == 126 else ">Q", self.wire.read(2 if size == 126 else 8))[0]
            payload = self.wire.read(size)
            if kind & 15 == 1:
                return next(iter(json.loads(payload).items()))
            if kind & 15 == 8:
                raise EOFError("it hung up")
            if kind & 15 == 9:
                self.frame(10, payload)
