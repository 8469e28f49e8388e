#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Sensors against the real thing on loopback, and against peers that misbehave.

    sensors.py EVENKEEL daemons | misbehaviour | links | machines | loads

Starts snmpd, prometheus-node-exporter and gmond of Debian on ports of its own, asks them through
`evenkeel sense --json`, and ends them. A daemon that is not installed is named and left out; with
none of them the test is skipped (exit 77).
"""
import contextlib
import glob
import http.server
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

EVENKEEL = sys.argv[1]
SKIPPED = 77


def free_port(kind=socket.SOCK_STREAM):
    with socket.socket(socket.AF_INET, kind) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def sense(*sensors, interval="300ms", limit=20.0):
    """Readings by quantity, after two looks."""
    words = [EVENKEEL, "sense", "--json", "--interval", interval]
    for sensor in sensors:
        words += ["--sensor", sensor]
    done = subprocess.run(words, capture_output=True, text=True, timeout=limit)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert set(report) == {"host", "time", "readings"}, report
    return {each["quantity"]: each for each in report["readings"]}


def until(condition, seconds, what):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        result = condition()
        if result:
            return result
        time.sleep(0.2)
    raise AssertionError(f"{what} did not happen within {seconds} s")


@contextlib.contextmanager
def daemon(*words):
    log = tempfile.TemporaryFile()
    process = subprocess.Popen(words, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def program(name):
    return shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")


def near(reading, low, high):
    assert reading["value"] is not None, reading
    assert low <= reading["value"] <= high, reading


def memory_total():
    with open("/proc/meminfo", encoding="ascii") as file:
        return 1024 * int(file.readline().split()[1])


def check_snmp(folder):
    port = free_port(socket.SOCK_DGRAM)
    conf = os.path.join(folder, "snmpd.conf")
    with open(conf, "w", encoding="ascii") as file:
        file.write(f"agentAddress udp:127.0.0.1:{port}\nrocommunity secret 127.0.0.1\n")
    with daemon(program("snmpd"), "-f", "-Lo", "-C", "-c", conf, "-p", folder + "/snmpd.pid",
                "-I", "-smux"):
        word = f"snmp=127.0.0.1:{port},community=secret,timeout=2,name=1.3.6.1.2.1.1.3.0"
        uptime = "1.3.6.1.2.1.1.3.0"
        until(lambda: sense(word, interval="10ms").get(uptime, {}).get("value"), 15, "snmpd")
        seen = until(lambda: (lambda s: s if s["cpu_idle"]["value"] is not None else None)(
            sense(word, interval="6s")), 60, "processor time by SNMP")
        near(seen["memory_total"], memory_total(), memory_total())
        near(seen["cpu_idle"], 0.0, 1.0)
        near(seen["load_1min"], 0.0, 1e4)
        near(seen[uptime], 1.0, 1e5)  # uptime, in hundredths of a second
        assert any(name.startswith("if") and name.endswith(".packets_in") for name in seen), seen
        machine = os.path.join(folder, "m.xml")
        with open(machine, "w", encoding="ascii") as file:
            file.write('<machinemodel><node type="NETWORK" nodenum="0" parent="-1" '
                       f'IP="127.0.0.1:{port},community=secret,timeout=2" isMonitorable="true"/>'
                       '<node type="SINGLE_COMPUTING" nodenum="1" parent="0" '
                       f'name="{socket.gethostname()}"/></machinemodel>')
        words = [EVENKEEL, "sense", "--json", "--interval", "10ms", "--machine", machine]
        report = json.loads(subprocess.run(words, capture_output=True, text=True, timeout=20,
                                           check=True).stdout)
        switch = {each["quantity"]: each["value"] for each in report["readings"]
                  if each["sensor"].startswith("snmp@")}
        assert switch["memory_total"] == memory_total(), report
        wrong = sense(f"snmp=127.0.0.1:{port},community=guess,timeout=0.2", interval="10ms")
        assert all(each["value"] is None for each in wrong.values()), wrong


def check_prometheus(_folder):
    port = free_port()
    with daemon(program("prometheus-node-exporter"), f"--web.listen-address=127.0.0.1:{port}"):
        word = f"prometheus=127.0.0.1:{port},timeout=5"

        def with_rates():
            found = sense(word, interval="500ms")
            return found if found.get("cpu_idle", {}).get("value") is not None else None

        seen = until(with_rates, 15, "node_exporter")
        near(seen["memory_total"], memory_total(), memory_total())
        near(seen["memory_available"], 1e6, memory_total())
        near(seen["cpu_idle"], 0.0, 1.0)
        near(seen["cpu_user"], 0.0, 1.0)
        assert any(name.endswith(".bytes_in") for name in seen), seen
        assert not any(name.startswith("lo.") for name in seen), seen
        named = sense(word + ",name=node_load1", interval="10ms")
        near(named["node_load1"], 0.0, 1e4)


GMOND = """
globals {{ daemonize = no setuid = no mute = no deaf = no send_metadata_interval = 2 }}
cluster {{ name = "test" }}
udp_send_channel {{ host = 127.0.0.1 port = {udp} ttl = 1 }}
udp_recv_channel {{ port = {udp} bind = 127.0.0.1 }}
tcp_accept_channel {{ port = {tcp} bind = 127.0.0.1 }}
modules {{
  module {{ name = "core_metrics" }}
  module {{ name = "cpu_module" path = "{path}/modcpu.so" }}
  module {{ name = "load_module" path = "{path}/modload.so" }}
  module {{ name = "mem_module" path = "{path}/modmem.so" }}
}}
collection_group {{
  collect_every = 1 time_threshold = 1
  metric {{ name = "cpu_idle" }} metric {{ name = "cpu_user" }}
  metric {{ name = "load_one" }} metric {{ name = "mem_total" }}
}}
"""


def check_ganglia(folder):
    tcp = free_port()
    conf = os.path.join(folder, "gmond.conf")
    modules = glob.glob("/usr/lib*/ganglia/modcpu.so") + \
        glob.glob("/usr/lib/*/ganglia/modcpu.so")
    assert modules, "gmond has no modules"
    with open(conf, "w", encoding="ascii") as file:
        file.write(GMOND.format(udp=free_port(socket.SOCK_DGRAM), tcp=tcp,
                                path=os.path.dirname(modules[0])))
    with daemon(program("gmond"), "-f", "-c", conf):
        word = f"ganglia=127.0.0.1:{tcp},timeout=2"

        def by_metric():
            seen = sense(word, interval="10ms")
            found = {name.rsplit(".", 1)[1]: each for name, each in seen.items() if "." in name}
            return found if found.get("cpu_idle", {}).get("value") is not None and \
                found.get("memory_total", {}).get("value") else None

        seen = until(by_metric, 40, "gmond's metrics")
        near(seen["cpu_idle"], 0.0, 1.0)
        near(seen["load_1min"], 0.0, 1e4)
        near(seen["memory_total"], 0.999 * memory_total(), 1.001 * memory_total())
        assert seen["memory_total"]["age_s"] < 60, seen


def daemons():
    checks = {"snmpd": check_snmp, "prometheus-node-exporter": check_prometheus,
              "gmond": check_ganglia}
    ran = 0
    for name, check in checks.items():
        if program(name) is None:
            print(f"left out: {name} is not installed")
            continue
        with tempfile.TemporaryDirectory() as folder:
            check(folder)
        print(f"{name}: understood")
        ran += 1
    return 0 if ran else SKIPPED


def answer(kind, connection):
    """What a stream peer does to whoever connects."""
    with contextlib.suppress(OSError):
        if kind == "never":
            time.sleep(5)
        elif kind == "garbage":
            connection.sendall(os.urandom(5000))
        elif kind == "half":
            connection.sendall(b"HTTP/1.0 200 OK\r\nContent-Length: 1000\r\n\r\nnode_load1 1\n")
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
    for kind in ("never", "garbage", "half", "dribble", "endless", "nested", "close"):
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


def watch_links(kind, own, others):
    word = f"link_{kind}=127.0.0.1:{own},timeout=0.5,patience=2"
    word += "".join(f",name=127.0.0.1:{other}" for other in others)
    return subprocess.Popen([EVENKEEL, "sense", "--watch", "--json", "--interval", "100ms", "--for",
                             "60s", "--sensor", word], stdout=subprocess.PIPE, text=True)


def wait_for_links(process, condition, what):
    """Until `condition` of the values by peer's port holds."""
    end = time.monotonic() + 30
    for line in process.stdout:
        readings = json.loads(line)["readings"]
        values = {int(each["quantity"].split(":")[1].split(".")[0]): each["value"]
                  for each in readings if ":" in each["quantity"]}
        if condition(values):
            return values
        assert time.monotonic() < end, f"{what} did not happen: {readings}"
    raise AssertionError(f"ended before {what}")


def links():
    """A clique of three on loopback measures all its links; the loss of a member is noticed, and
    the token goes on without it."""
    for kind, low, high in (("latency", 1e-7, 0.2), ("bandwidth", 1e5, 1e12)):
        ports = sorted((free_port() for _ in range(3)), key=str)
        members = [watch_links(kind, own, [p for p in ports if p != own]) for own in ports]
        try:
            for process, own in zip(members, ports):
                values = wait_for_links(
                    process, lambda v: len(v) == 2 and all(x is not None for x in v.values()),
                    f"{kind} of all links at {own}")
                assert all(low < value < high for value in values.values()), values
                assert own not in values
            members[0].kill()
            members[0].wait()
            for process in members[1:]:
                wait_for_links(process, lambda v: v.get(ports[0], 0) is None and
                               sum(x is not None for x in v.values()) == 1,
                               "one link unknown, the other known")
        finally:
            for process in members:
                process.kill()
                process.wait()
        print(f"{kind}: measured, and a lost member is unknown")
    return 0


def run(*words):
    return subprocess.run([EVENKEEL, *words], capture_output=True, text=True, timeout=100,
                          check=False)


def machines():
    """Describes and rates this host, reads it back, and refuses what is no machine."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "m.xml")
        assert run("machine", "discover", path).returncode == 0
        again = run("machine", "discover", path)
        assert again.returncode == 2 and "--force" in again.stderr, again
        rated = run("machine", "rate", path, "--by", "triad", "--json")
        assert rated.returncode == 0, rated.stderr
        assert json.loads(rated.stdout)["triad_bytes_per_s"] > 1e7
        shown = json.loads(run("machine", "show", path, "--json").stdout)
        host = shown["nodes"][1]
        assert host["name"] == socket.gethostname() and host["benchmark"] > 0, shown
        assert host["memory"] <= memory_total(), shown
        assert shown["heterogeneity"] == 0, shown
        assert run("machine", "check", path).returncode == 0
        power = json.loads(run("machine", "powers", path, "--json").stdout)
        assert power["nodes"][-1]["power"] == 1, power
        for text, said in (
                ('<machinemodel><node type="NETWORK" nodenum="0" parent="-1"/>\n'
                 '<node type="NETWORK" nodenum="1" parent="-1"/></machinemodel>', ":2:2:"),
                ("not a machine", "no XML"), ("", "no XML")):
            bad = os.path.join(folder, "bad.xml")
            with open(bad, "w", encoding="utf-8") as file:
                file.write(text)
            for part in ("show", "check", "powers", "rate"):
                done = run("machine", part, bad)
                assert done.returncode == 2 and said in done.stderr, (part, done)
    return 0


def loads():
    """Load is made as asked, recorded, and played again."""
    with tempfile.TemporaryDirectory() as folder:
        record = os.path.join(folder, "made.csv")
        done = run("load", "--memory", "64MiB", "--cpu", "0.2", "--for", "2s", "--json", "--record",
                   record)
        made = json.loads(done.stdout)
        assert 2.0 <= made["seconds"] < 10.0 and made["memory"] > 0.9 * 64 * 2**20, made
        assert 0.0 < made["cpu"] <= 0.4, made
        again = json.loads(run("load", "--script", record, "--json").stdout)
        assert again["memory"] > 0.9 * 64 * 2**20, again
        port = free_port()
        receiver = subprocess.Popen([EVENKEEL, "load", "--receive", str(port), "--json", "--for",
                                     "20s"], stdout=subprocess.PIPE, text=True)
        sent = until(lambda: (lambda d: json.loads(d.stdout) if d.returncode == 0 else None)(
            run("load", "--network", "8Mbps", "--to", f"127.0.0.1:{port}", "--for", "1s",
                "--json")), 10, "a receiver")
        receiver.terminate()
        received = json.loads(receiver.communicate(timeout=10)[0])["received_bytes"]
        assert 0 < received <= 1.2e6 and sent["network"] > 0, (received, sent)
        assert run("load", "--network", "8Mbps", "--for", "1s").returncode == 2
        assert run("load", "--script", "/nowhere.csv").returncode == 2
    return 0


PARTS = {"daemons": daemons, "misbehaviour": misbehaviour, "links": links, "machines": machines,
         "loads": loads}
sys.exit(PARTS[sys.argv[2]]())
