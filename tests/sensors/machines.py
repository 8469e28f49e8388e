#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Machines described and rated.

usage: machines.py EVENKEEL
"""
import json
import os
import socket
import sys
import tempfile

from common import memory_total, run


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


sys.exit(machines())
