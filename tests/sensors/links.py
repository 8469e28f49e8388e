#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Cliques of link sensors on loopback.

usage: links.py EVENKEEL
"""
import json
import subprocess
import sys
import time

from common import EVENKEEL, free_port


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


sys.exit(links())
