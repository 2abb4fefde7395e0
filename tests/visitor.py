"""A browser without a screen: cookies, forms and sockets over the wire, nothing of the server's code."""

from __future__ import annotations

import base64
import http.cookiejar
import json
import os
import socket
import struct
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

PATIENCE = 30
TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA


@dataclass(frozen=True)
class Answer:
    """What came back, and from where after redirects."""

    status: int
    url: str
    text: str
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def path(self) -> str:
        return urllib.parse.urlsplit(self.url).path


class Visitor:
    """One person: the cookies go along to every server of the same host."""

    def __init__(self) -> None:
        self.cookies = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def get(self, url: str) -> Answer:
        return self._ask(urllib.request.Request(url))

    def post(self, url: str, fields: Mapping[str, str]) -> Answer:
        token = next((cookie.value for cookie in self.cookies if "csrf" in cookie.name), None) or ""
        body = urllib.parse.urlencode({**fields, "csrfmiddlewaretoken": token}).encode()
        return self._ask(urllib.request.Request(url, body, {"Origin": origin(url)}))

    def _ask(self, request: urllib.request.Request) -> Answer:
        try:
            with self._opener.open(request, timeout=PATIENCE) as answer:
                return Answer(answer.status, answer.url, answer.read().decode(), answer.headers)
        except urllib.error.HTTPError as refusal:
            return Answer(refusal.code, refusal.url, refusal.read().decode(), refusal.headers)

    def listen(self, url: str) -> Listener:
        """Open the socket at this http address."""
        return Listener(url, "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies))


class Listener:
    """An open socket; `receive` waits for the next frame of text."""

    def __init__(self, url: str, cookies: str) -> None:
        parts = urllib.parse.urlsplit(url)
        assert parts.hostname is not None
        self._line = socket.create_connection((parts.hostname, parts.port or 80), timeout=PATIENCE)
        self._bytes = self._line.makefile("rb")
        asked = {
            "Host": parts.netloc,
            "Origin": origin(url),
            "Cookie": cookies,
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
            "Sec-WebSocket-Version": "13",
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in asked.items())
        self._line.sendall(f"GET {parts.path}?{parts.query} HTTP/1.1\r\n{head}\r\n".encode())
        status = self._bytes.readline()
        assert b" 101 " in status, status
        while self._bytes.readline().strip():
            pass

    def receive(self) -> Any:
        """The next message, read as JSON; ConnectionError when the server closes, TimeoutError when none comes."""
        until = time.monotonic() + PATIENCE  # the server's pings would keep a plain wait going for ever
        while time.monotonic() < until:
            kind, body = self._frame()
            if kind == TEXT:
                return json.loads(body)
            if kind == PING:
                self._send(PONG, body)
            if kind == CLOSE:
                raise ConnectionError(f"closed with {body[:2].hex()}")
        raise TimeoutError("nothing came but pings")

    def _frame(self) -> tuple[int, bytes]:
        first, length = self._exactly(2)
        if length == 126:
            (length,) = struct.unpack("!H", self._exactly(2))
        elif length == 127:
            (length,) = struct.unpack("!Q", self._exactly(8))
        return first & 0x0F, self._exactly(length)

    def _exactly(self, count: int) -> bytes:
        data = self._bytes.read(count)
        if len(data) < count:
            raise ConnectionError("the server is gone")
        return data

    def send(self, message: Any) -> None:
        self._send(TEXT, json.dumps(message).encode())

    def _send(self, kind: int, body: bytes) -> None:
        """A short frame, masked as browsers must; a mask of zeros changes nothing."""
        assert len(body) < 126
        self._line.sendall(bytes([0x80 | kind, 0x80 | len(body), 0, 0, 0, 0]) + body)

    def close(self) -> None:
        self._bytes.close()
        self._line.close()


def origin(url: str) -> str:
    parts = urllib.parse.urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
