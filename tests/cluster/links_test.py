#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A run on virtual hosts measures the links between them: are they found as they are?

usage: links_test.py PROGRAM RUN_DIR

Exits with 3 (skipped) where virtual hosts cannot be made.
"""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "experiments"), str(ROOT / "tools" / "vcluster")]
import virtual_hosts  # noqa: E402
from uneven_runs import Variant, events, run  # noqa: E402

CASE = pathlib.Path(__file__).with_name("short.toml")
HOSTS = """n1 cpus=0.4 rate=1Gbps
n2 cpus=0.4 rate=1Gbps
n3 cpus=0.4 rate=20Mbps
"""
SLOW = 20e6 / 8          # [byte/s]; of what a probe sends 70 kB pass at once
# Much work, few neighbours, nothing moved: a probe shares the slow link with little of the run.
SETTINGS = {"manage.sensors": '["procfs", "link_bandwidth,bytes=524288,timeout=2"]',
            "manage.policy": "none", "partition.cell_costs": "false", "kernel.scheme": "weno5",
            "domain.cells": "[16384, 128]", "mesh.max_levels": 1, "time.steps": 60}


def main():
    program, out = sys.argv[1], pathlib.Path(sys.argv[2]) / "links"
    if why := virtual_hosts.missing():
        print(why)
        return 3
    out.mkdir(parents=True, exist_ok=True)
    description = out / "hosts.conf"
    description.write_text(HOSTS)
    with virtual_hosts.VirtualHosts(description) as hosts:
        run(hosts, program, CASE, Variant(SETTINGS), out / "run")
    seen = [event["bandwidth"] for event in events(out / "run", "sense")]
    last = [[value for value in column if value is not None][-1] for column in zip(*seen)]
    print("found", ", ".join(f"{value / 1e6:.1f} MB/s" for value in last))
    assert 0.5 * SLOW < last[2] < 3 * SLOW
    assert min(last[:2]) > 2 * last[2]
    return 0


if __name__ == "__main__":
    sys.exit(main())
