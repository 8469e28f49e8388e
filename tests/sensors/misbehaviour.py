#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Sensors against peers that answer garbage, half, late, endlessly or never.

usage: misbehaviour.py EVENKEEL
"""
import contextlib
import http.server
import json
import os
import socket
import subprocess
import sys
import threading
import time

from common import EVENKEEL, free_port, sense


def answer(kind, connection):
    """What a stream peer does to whoever connects."""
    with contextlib.suppress(OSError):
        if kind == "never":
            time.sleep(5)
        elif kind == "garbage":
            connection.sendall(os.urandom(5000))
        elif kind == "half":
            connection.sendall(b"HTTP/1.0 200 OK\r\nContent-Length: 1000\r\n\r\nnode_load1 1\n")
        elif kind == "cut":
            connection.sendall(b"HTTP/1.0 200 OK\r\n\r\nnode_load1 1\nnode_load5 0.")
        elif kind == "dribble":
            for _ in range(50):
                connection.sendall(b"<")
                time.sleep(0.1)
        elif kind == "endless":
            while True:
                connection.sendall(b"node_load1 1\n" * 1000)
        elif kind == "nested":
            connection.sendall(b"HTTP/1.0 200 OK\r\n\r\n" + b"[" * 1000000)
        connection.close()


@contextlib.contextmanager
def bad_peer(kind):
    server = socket.create_server(("127.0.0.1", 0))
    is_open = True

    def serve():
        while is_open:
            with contextlib.suppress(OSError):
                connection, _ = server.accept()
                threading.Thread(target=answer, args=(kind, connection), daemon=True).start()

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield server.getsockname()[1]
    finally:
        is_open = False
        server.close()


@contextlib.contextmanager
def bad_agent(reply):
    """A datagram peer that answers `reply`, or nothing."""
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.bind(("127.0.0.1", 0))

    def serve():
        with contextlib.suppress(OSError):
            while True:
                _, sender = server.recvfrom(65536)
                if reply is not None:
                    server.sendto(reply, sender)

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield server.getsockname()[1]
    finally:
        server.close()


def check_bad(word):
    start = time.monotonic()
    seen = sense(word + ",timeout=0.3", "synthetic", interval="10ms")
    assert time.monotonic() - start < 6.0, f"{word} held everything up"
    good = seen.pop("value")
    assert good["value"] == 0.5, "the other sensor suffered"
    assert seen and all(each["value"] is None for each in seen.values()), seen
    assert any(each.get("trouble") for each in seen.values()), seen


def check_return():
    """A source that is not there, then is, then is not: unknown, known, unknown."""
    port = free_port()
    words = [EVENKEEL, "sense", "--watch", "--json", "--interval", "100ms", "--for", "60s",
             "--sensor", f"prometheus=127.0.0.1:{port},name=node_load1,timeout=0.2"]
    watch = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)

    def wait_for(known):
        for line in watch.stdout:
            values = {each["quantity"]: each["value"] for each in json.loads(line)["readings"]}
            if (values.get("node_load1") is not None) == known and values:
                return
        raise AssertionError(f"never became {'known' if known else 'unknown'}")

    class Exporter(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"node_load1 0.25\n")

        def log_message(self, *_):
            pass

    try:
        wait_for(False)
        http.server.HTTPServer.allow_reuse_address = True
        server = http.server.HTTPServer(("127.0.0.1", port), Exporter)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        wait_for(True)
        server.shutdown()
        server.server_close()
        wait_for(False)
    finally:
        watch.kill()
        watch.wait()


def misbehaviour():
    for kind in ("never", "garbage", "half", "cut", "dribble", "endless", "nested", "close"):
        with bad_peer(kind) as port:
            check_bad(f"prometheus=127.0.0.1:{port}")
            check_bad(f"prometheus=127.0.0.1:{port},mode=server,name=up")
            check_bad(f"ganglia=127.0.0.1:{port}")
        print(f"{kind}: unknown, and no harm")
    for reply in (None, b"", os.urandom(400), b"\x30\x84\xff\xff\xff\xff", b"\x30\x03\x02\x01"):
        with bad_agent(reply) as port:
            check_bad(f"snmp=127.0.0.1:{port}")
    check_bad(f"snmp=127.0.0.1:{free_port(socket.SOCK_DGRAM)}")
    check_bad(f"ganglia=127.0.0.1:{free_port()}")
    check_return()
    return 0


if __name__ == "__main__":
    sys.exit(misbehaviour())
