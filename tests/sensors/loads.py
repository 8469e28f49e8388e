#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Load made on purpose.

usage: loads.py EVENKEEL
"""
import json
import os
import subprocess
import sys
import tempfile

from common import EVENKEEL, free_port, run, until


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
        assert run("load").returncode == 2
    return 0


sys.exit(loads())
