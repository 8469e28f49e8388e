#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Short runs on virtual hosts: is the machine found as it is, and used as it was found?

usage: uneven_test.py NAME PROGRAM RUN_DIR

Checks what was found, decided and counted; times are for experiments/uneven.py. Exits with 3
(skipped) where virtual hosts cannot be made.
"""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "experiments"), str(ROOT / "tools" / "vcluster")]
import virtual_hosts  # noqa: E402
from uneven_runs import Variant, events, hog, run, stopped  # noqa: E402

CASE = pathlib.Path(__file__).with_name("short.toml")
failures = []


def check(holds, text):
    print(("ok      " if holds else "FAILED  ") + text)
    if not holds:
        failures.append(text)


def shares(numbers):
    return [number / sum(numbers) for number in numbers]


def check_capacities(found, true, tolerance):
    for rank, (ours, theirs) in enumerate(zip(shares(found), shares(true))):
        check(abs(ours - theirs) <= tolerance * theirs,
              f"rank {rank} has {theirs:.3f} of the machine, found {ours:.3f}")


def uneven(hosts, start):
    """Slow hosts are found to be slow and get less."""
    quotas = hosts.quotas()
    equal = start("equal", Variant({"manage.policy": "none"}))
    managed = start("managed", Variant({}))
    check_capacities(managed["capacity"], quotas, 0.25)
    check(managed["imbalance_mean"] < equal["imbalance_mean"],
          f"imbalance {managed['imbalance_mean']:.2f}, equal shares {equal['imbalance_mean']:.2f}")
    slowest, fastest = quotas.index(min(quotas)), quotas.index(max(quotas))
    work = shares(managed["updates"])
    check(work[slowest] < work[fastest],
          f"slowest does {work[slowest]:.3f} of the work, fastest {work[fastest]:.3f}")
    check(managed["cell_updates"] == equal["cell_updates"],
          f"{managed['cell_updates']} updates, equal shares {equal['cell_updates']}")


def equal(hosts, start):
    """Where hosts are equal, shares stay equal."""
    managed = start("managed", Variant({}))
    check_capacities(managed["capacity"], hosts.quotas(), 0.15)


def disturbed(how, least, most):
    """The rank that is held back is found to be slower by about the part it is."""
    def test(_, start):
        found = shares(start("managed", Variant({}, how))["capacity"])
        check(least <= found[1] <= most,
              f"share of rank 1 is {found[1]:.3f}, expected {least} to {most}")
    return test


TESTS = {
    "s000": ("s000.conf", uneven),
    "het4": ("het4.conf", uneven),
    "equal": ("equal4.conf", equal),
    "stopped": ("pair.conf", disturbed(stopped, 0.20, 0.40)),     # 0.4 / 1.4 = 0.29
    "hog": ("pair.conf", disturbed(hog, 0.25, 0.42)),             # 0.5 / 1.5 = 0.33
}


def main():
    name, program, out = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    if why := virtual_hosts.missing():
        print(why)
        return 3
    description, test = TESTS[name]
    with virtual_hosts.VirtualHosts(description) as hosts:
        def start(variant_name, variant):
            summary = run(hosts, program, CASE, variant, out / name / variant_name)
            decisions = events(out / name / variant_name, "decide")
            for event in decisions:
                print(f"        {variant_name}, step {event['step']}: {event['reason']}")
            return summary
        test(hosts, start)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
