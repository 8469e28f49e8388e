#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Are runs on uneven virtual hosts predicted from runs on equal ones?

usage: replay_test.py PROGRAM RUN_DIR

What experiments/predicted.py does, once, with a short case. Compared are times as they would be
were processors as fast as in the runs that calibrate. Exits with 3 (skipped) where virtual hosts
cannot be made.
"""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "experiments"), str(ROOT / "tools" / "vcluster")]
import predicted  # noqa: E402
import virtual_hosts  # noqa: E402
from experiment import Measured  # noqa: E402
from uneven_runs import interleaved  # noqa: E402

CASE = pathlib.Path(__file__).with_name("short.toml")


def measure(program, out):
    """Runs on all machines, {machine: Measured}."""
    found = {}
    for machine, description in predicted.MACHINES.items():
        with virtual_hosts.VirtualHosts(description) as hosts:
            runs = interleaved(hosts, program, CASE, predicted.VARIANTS, 1, out / machine)
            found[machine] = Measured(runs, hosts.quotas(), out / machine, program)
    return found


def main():
    program, out = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    if why := virtual_hosts.missing():
        print(why)
        return 3
    failures = 0
    for each in predicted.predictions(measure(program, out)):
        error = each.said / each.took_as_calibrated - 1
        failures += abs(error) > predicted.WITHIN
        print(f"{each.machine}, {each.variant} shares: took {each.took:.2f} s, "
              f"{each.took_as_calibrated:.2f} s at the speed of the calibration, replayed "
              f"{each.said:.2f} s: {100 * error:+.1f} %")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
