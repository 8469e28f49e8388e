#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Are runs on uneven virtual hosts predicted from runs on equal ones?

usage: replay_test.py PROGRAM RUN_DIR

What experiments/predicted.py does, once, with a short case. The times of a loaded machine say
little: there only the gain of managing is compared. Exits with 3 (skipped) where virtual hosts
cannot be made.
"""
import os
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
    found = predicted.predictions(measure(program, out))
    load = os.getloadavg()[0]
    is_quiet = load <= os.cpu_count() + 1
    failures = 0
    for machine, variant, took, said in found:
        error = said / took - 1
        failures += is_quiet and abs(error) > predicted.WITHIN
        print(f"{machine}, {variant} shares: took {took:.2f} s, replayed {said:.2f} s: "
              f"{100 * error:+.1f} %{'' if is_quiet else f' (load {load:.1f}: not judged)'}")
    uneven = {variant: (took, said) for machine, variant, took, said in found
              if machine == "s000"}
    took, said = (managed / equal for managed, equal in zip(uneven["managed"], uneven["equal"]))
    failures += abs(said / took - 1) > predicted.WITHIN
    print(f"managed / equal: {took:.3f}, replayed {said:.3f}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
