#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Sensors of a run: real daemons that are killed while it goes on, and peers that misbehave.

usage: in_run.py EVENKEEL

Looks may take a part of the processor time, so runs are as long as gives room for them here.

Whatever sensors do, the run ends, its solution is the same to the last bit, and shares are those of
the ranks' true speeds.
"""
import contextlib
import http.server
import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import threading
import time

from common import EVENKEEL, daemon, free_port, program, until
from misbehaviour import bad_agent, bad_peer

CASE = pathlib.Path(__file__).with_name("in_run.toml")
PROCESSOR_SECONDS = 20  # sensors may take 20 ms of them, and first looks up to 8


def words(out, sensors, steps, *more):
    listed = "[" + ", ".join(f'"{sensor}"' for sensor in sensors) + "]"
    return ["mpirun", "-n", "2", EVENKEEL, "run", str(CASE), "--quiet", "--out", out, "-s",
            f"manage.sensors={listed}", "-s", f"time.steps={steps}", "-s",
            f"output.checkpoint_interval={steps}", *more]


def events(out):
    path = pathlib.Path(out) / "events.ndjson"
    lines = path.read_text().splitlines() if path.exists() else []
    return [json.loads(line) for line in lines if line.endswith("}")]


def solution(out):
    """Checksum of the solution at the end."""
    done = subprocess.run([EVENKEEL, "checkpoint", "info", "--json",
                           str(pathlib.Path(out) / "latest")], capture_output=True, text=True,
                          check=True)
    return json.loads(done.stdout)["checksum"]


def long_enough(folder):
    """Time steps for PROCESSOR_SECONDS, told from the first ones."""
    out = os.path.join(folder, "short")
    steps = 300
    _, summary = finish(start(out, [], steps), out)
    return round(steps * PROCESSOR_SECONDS / summary["cpu_s"])


def start(out, sensors, steps, *more):
    return subprocess.Popen(words(out, sensors, steps, *more), stdout=subprocess.DEVNULL)


def agent_command(folder, port):
    conf = os.path.join(folder, "snmpd.conf")
    pathlib.Path(conf).write_text(f"agentAddress udp:127.0.0.1:{port}\nrocommunity public\n")
    return ("snmpd", "-f", "-Lo", "-C", "-c", conf, "-p", folder + "/snmpd.pid", "-I", "-smux")


def finish(process, out):
    try:
        assert process.wait(600) == 0, out
    finally:
        process.terminate()  # mpirun ends the ranks
        process.wait()
    summary = json.loads((pathlib.Path(out) / "summary.json").read_text())
    return solution(out), summary


def memory_seen(out):
    """What sensors said of memory, look by look; None: unknown."""
    return [event["memory_available"][0] for event in events(out) if event["kind"] == "sense"]


def killed_daemons(folder, steps, expected):
    """What a daemon tells is known, then unknown once it is killed; the run does not care."""
    agent, exporter = free_port(), free_port()
    commands = {
        f"snmp=127.0.0.1:{agent},timeout=0.5": agent_command(folder, agent),
        f"prometheus=127.0.0.1:{exporter},timeout=1": (
            "prometheus-node-exporter", f"--web.listen-address=127.0.0.1:{exporter}")}
    for sensor, (name, *options) in commands.items():
        if program(name) is None:
            print(f"left out: {name} is not installed")
            continue
        out = os.path.join(folder, name)
        with daemon(program(name), *options) as process:
            time.sleep(0.5)
            running = start(out, [sensor], steps)
            until(lambda: any(value is not None for value in memory_seen(out)), 30,
                  f"{name} is heard")
            process.kill()
            process.wait()
            found, summary = finish(running, out)
        assert found == expected, f"{name}: another solution"
        assert memory_seen(out)[-1] is None, f"{name} is dead, and still known"
        print(f"{name}: heard, killed, forgotten; {summary['sensor_fraction']:.5f} of the "
              "processor time in sensors")


def networks(folder, steps, _):
    """A switch of the machine's description is asked by the host that represents it."""
    if program("snmpd") is None:
        print("left out: snmpd is not installed")
        return
    agent = free_port(socket.SOCK_DGRAM)
    machine = pathlib.Path(folder) / "machine.xml"
    machine.write_text(f"""<machinemodel>
<node type="NETWORK" nodenum="0" name="all" parent="-1"/>
<node type="NETWORK" nodenum="4" parent="0" IP="127.0.0.1:{agent}" isMonitorable="true"/>
<node type="SINGLE_COMPUTING" nodenum="1" name="{socket.gethostname()}" parent="4"/>
</machinemodel>
""")
    out = os.path.join(folder, "networks")
    name, *options = agent_command(folder, agent)
    with daemon(program(name), *options):
        time.sleep(0.5)
        finish(start(out, ["procfs", "snmp"], steps // 3, "-s", f"machine.file={machine}"), out)
    heard = [event["networks"] for event in events(out) if "networks" in event]
    assert heard and all(each["network"] == 4 for asked in heard for each in asked), heard
    assert any(each["packets"] > 0 for asked in heard for each in asked), heard
    print(f"network 4: {heard[-1][0]['packets']:.1f} packets a second, {len(heard)} times heard")


def bad_peers(folder, steps, expected):
    with contextlib.ExitStack() as stack:
        sensors = []
        for kind in ("never", "garbage", "half", "dribble", "endless", "close"):
            port = stack.enter_context(bad_peer(kind))
            sensors += [f"prometheus=127.0.0.1:{port},timeout=0.2",
                        f"ganglia=127.0.0.1:{port},timeout=0.2"]
        for reply in (None, os.urandom(400), b"\x30\x84\xff\xff\xff\xff"):
            port = stack.enter_context(bad_agent(reply))
            sensors.append(f"snmp=127.0.0.1:{port},timeout=0.2")
        out = os.path.join(folder, "bad")
        found, summary = finish(start(out, sensors, steps), out)
    assert found == expected, "another solution"
    assert all(value is None for value in memory_seen(out)), memory_seen(out)
    print(f"{len(sensors)} bad peers: no harm; {summary['repartitions']} repartitions")


class Liar(http.server.BaseHTTPRequestHandler):
    """Swears that half the processor comes and goes."""
    answers = 0

    def do_GET(self):
        Liar.answers += 1
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"running_process %d.%d\n" % divmod(1 + 9 * (Liar.answers % 2), 10))

    def log_message(self, *_):
        pass


def lies(folder, steps, expected):
    """Who lies is not believed: the shares are those of the ranks' true speeds."""
    server = http.server.HTTPServer(("127.0.0.1", 0), Liar)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sensor = f"prometheus=127.0.0.1:{server.server_port},name=running_process"
    out = os.path.join(folder, "lies")
    found, summary = finish(start(out, [sensor], steps), out)
    server.shutdown()
    assert Liar.answers > 3, "nobody asked the liar"
    assert found == expected, "another solution"
    share = summary["capacity"][0]
    assert 0.55 < share < 0.78, f"rank 0 is twice as fast, share found is {share}"
    print(f"lies: {Liar.answers} told, share of the rank that is twice as fast {share:.3f}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        plain = os.path.join(folder, "plain")
        steps = long_enough(folder)
        expected, _ = finish(start(plain, [], steps), plain)
        for part in (networks, bad_peers, lies, killed_daemons):
            part(folder, steps, expected)
    return 0


sys.exit(main())
