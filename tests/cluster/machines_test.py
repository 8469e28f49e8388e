#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A machine of virtual hosts is discovered and rated: are they found as they are?

usage: machines_test.py PROGRAM RUN_DIR

Exits with 3 (skipped) where virtual hosts cannot be made.
"""
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "vcluster"))
import virtual_hosts  # noqa: E402

RATINGS = 3


def on_hosts(hosts, folder, *words):
    log = folder / "log.txt"
    status = hosts.mpirun(list(words), log).wait()
    assert status == 0, f"{words}: {log.read_text()}"


def found_shares(program, machine):
    """Each host's share of all power, by its rating."""
    done = subprocess.run([program, "capacity", str(machine), "--metric", "drum_power", "-s",
                           "weight=0", "--json"], capture_output=True, text=True, check=True)
    report = json.loads(done.stdout)
    return dict(zip(report["nodes"], report["shares"]))


def largest_error(shares, quotas):
    """Of the shares found, relative to the true ones."""
    errors = []
    for number, quota in enumerate(quotas, start=1):
        true, found = quota / sum(quotas), shares[f"n{number}"]
        print(f"n{number} has {true:.3f} of the machine, found {found:.3f}")
        errors.append(abs(found - true) / true)
    return max(errors)


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2]) / "machines"
    if why := virtual_hosts.missing():
        print(why)
        return 3
    folder.mkdir(parents=True, exist_ok=True)
    machine = folder / "machine.xml"
    machine.unlink(missing_ok=True)
    with virtual_hosts.VirtualHosts("het4.conf") as hosts:
        on_hosts(hosts, folder, program, "machine", "discover", str(machine))
        # Processors that others use too are uneven for seconds: ratings that tell are right.
        for _ in range(RATINGS):
            on_hosts(hosts, folder, program, "machine", "rate", str(machine))
            if largest_error(found_shares(program, machine), hosts.quotas()) < 0.25:
                return 0
    return "no rating found the hosts as they are"


if __name__ == "__main__":
    sys.exit(main())
