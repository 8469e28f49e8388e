#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Sensors against the real thing on loopback.

usage: daemons.py EVENKEEL

Starts snmpd, prometheus-node-exporter, prometheus and gmond of Debian on ports of its own, asks
them through `evenkeel sense --json`, and ends them. A daemon that is not installed is named and
left out; with none of them the test is skipped (exit 77).
"""
import glob
import json
import os
import socket
import subprocess
import sys
import tempfile

from common import EVENKEEL, SKIPPED, daemon, free_port, memory_total, near, program, sense, until


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


def check_prometheus_server(folder):
    """A server that scrapes a node_exporter answers queries, and says when it knows nothing."""
    exporter, port = free_port(), free_port()
    conf = os.path.join(folder, "prometheus.yml")
    with open(conf, "w", encoding="ascii") as file:
        file.write("scrape_configs:\n- job_name: hosts\n  scrape_interval: 1s\n"
                   f"  static_configs: [{{targets: ['127.0.0.1:{exporter}']}}]\n")
    with daemon(program("prometheus-node-exporter"),
                f"--web.listen-address=127.0.0.1:{exporter}"), daemon(
                    program("prometheus"), f"--config.file={conf}",
                    f"--storage.tsdb.path={folder}/data",
                    f"--web.listen-address=127.0.0.1:{port}"):
        word = f"prometheus=127.0.0.1:{port},mode=server,timeout=5"
        query = "node_memory_MemTotal_bytes"

        def answered():
            seen = sense(f"{word},name={query}", interval="10ms")
            found = [each for name, each in seen.items() if query in name]
            return found if found and found[0]["value"] is not None else None

        near(until(answered, 40, "the server's first scrape")[0], memory_total(), memory_total())
        unknown = sense(f"{word},name=no_such_metric", interval="10ms")
        assert all(each["value"] is None for each in unknown.values()), unknown


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
              "prometheus": check_prometheus_server,
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


sys.exit(daemons())
