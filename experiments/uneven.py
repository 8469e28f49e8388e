#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""How much of an uneven machine a managed run gets: figures on virtual hosts, beside targets.

usage: uneven.py list | NAME... [--repeats N] [--steps N] [--program FILE]

Each experiment runs its variants in turn (A B A B), takes medians, prints ours beside the target
and puts the rows into experiments/results.md. Needs what `tools/vcluster/vcluster check` says.
"""
import argparse
import dataclasses
import pathlib
import statistics
import sys

import results
from uneven_runs import Variant, hog, interleaved, stopped

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools" / "vcluster"))
import virtual_hosts  # noqa: E402

EQUAL = {"manage.policy": "none"}
MANAGED = {"manage.policy": "cost_benefit"}


@dataclasses.dataclass
class Experiment:
    about: str
    hosts: str                # description in tools/vcluster/conf
    case: str                 # case file beside this script
    settings: dict            # of all variants
    variants: dict            # name -> Variant
    figures: object           # function (summaries by variant, quotas) -> rows for results.record


def times(summaries):
    return [summary["wall_s"] for summary in summaries]


def spread(values):
    return f"{100 * (max(values) - min(values)) / statistics.median(values):.1f} %"


def ratios(found, over, under):
    """Ratio of the times of two variants, by pair of neighbouring runs."""
    return [a / b for a, b in zip(times(found[over]), times(found[under]))]


def gain_rows(found, quotas):
    """RC against the ideal of this machine, and delivered efficiency."""
    ideal = 1 - len(quotas) * min(quotas) / sum(quotas)
    gains = [1 - ratio for ratio in ratios(found, "managed", "equal")]
    gain = statistics.median(gains)
    efficiency = [run["delivered_efficiency"] for run in found["managed"]]
    return [("RC / ideal RC", f"{gain / ideal:.3f}", ">= 0.92", spread(gains)),
            ("RC", f"{100 * gain:.1f} %", f"{100 * ideal:.0f} % is ideal", spread(gains)),
            ("time equal, managed",
             ", ".join(f"{statistics.median(times(found[name])):.2f} s" for name in found),
             "-", spread(times(found["managed"]))),
            ("delivered efficiency", f"{statistics.median(efficiency):.3f}", ">= 0.90",
             spread(efficiency))]


def cost_rows(found, _):
    """What managing costs where there is nothing to gain."""
    costs = ratios(found, "managed", "none")
    return [("managed / not managed", f"{statistics.median(costs):.4f}", "<= 1.01", spread(costs))]


def slowdown_rows(target, peers):
    def rows(found, _):
        slow = ratios(found, "disturbed", "quiet")
        blind = ratios(found, "equal", "quiet")
        return [("disturbed / quiet", f"{statistics.median(slow):.3f}", target, spread(slow)),
                ("disturbed, equal shares / quiet", f"{statistics.median(blind):.3f}", peers,
                 spread(blind))]
    return rows


def disturbed(how):
    return {"quiet": Variant(MANAGED), "disturbed": Variant(MANAGED, how),
            "equal": Variant(EQUAL, how)}


UNEVEN = {"equal": Variant(EQUAL), "managed": Variant(MANAGED)}
# Level steps of half a second, so that what a quota's period or a stop of 60 ms takes evens out
# within each.
LARGE = {"domain.cells": "[12288,3072]", "mesh.buffer": 32, "mesh.min_box": 64,
         "partition.granularity": 96}
COST = {"none": Variant(EQUAL), "managed": Variant(MANAGED)}
EXPERIMENTS = {
    "s000": Experiment("RM2D on 0.16/0.19/0.31/0.34 of a core (Sinha and Parashar 2001, 6.1.3)",
                       "s000.conf", "uneven_rm2d.toml", LARGE | {"time.steps": 80}, UNEVEN,
                       gain_rows),
    "het4": Experiment("RM2D on 2 x 0.20 and 2 x 0.05 of a core",
                       "het4.conf", "uneven_rm2d.toml", {"time.steps": 80}, UNEVEN, gain_rows),
    "equal": Experiment("RM2D on four equal hosts: what managing costs",
                        "equal4.conf", "uneven_rm2d.toml", {"time.steps": 120}, COST, cost_rows),
    "stopped": Experiment("RM2D, one of two ranks stopped for 60 of every 100 ms", "pair.conf",
                          "uneven_rm2d.toml", LARGE | {"time.steps": 120}, disturbed(stopped),
                          slowdown_rows("<= 1.55 (ideal 1.43)", "Athena++ automatic 2.1")),
    "hog": Experiment("RM3D, an endless loop beside one of two pinned ranks, capacities not told",
                      "pair.conf", "uneven_rm3d.toml", {"time.steps": 40}, disturbed(hog),
                      slowdown_rows("<= 1.40 (ideal 1.33)", "AMReX 2.0")),
}


def carry_out(name, options):
    experiment = EXPERIMENTS[name]
    print(f"{name}: {experiment.about}; machine load {results.machine_load()}", flush=True)
    out = ROOT / "runs" / "experiments" / name
    case = pathlib.Path(__file__).with_name(experiment.case)
    steps = {"time.steps": options.steps} if options.steps else {}
    variants = {name: Variant(variant.settings | experiment.settings | steps, variant.disturb)
                for name, variant in experiment.variants.items()}
    with virtual_hosts.VirtualHosts(experiment.hosts) as hosts:
        found = interleaved(hosts, options.program.resolve(), case, variants, options.repeats, out)
        rows = experiment.figures(found, hosts.quotas())
    command = f"experiments/uneven.py {name} --repeats {options.repeats}"
    results.record(f"uneven {name}", rows, options.repeats,
                   command + (f" --steps {options.steps}" if options.steps else ""))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="+", choices=["list", *EXPERIMENTS], metavar="NAME")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--steps", type=int, help="in place of the experiment's own")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build" / "evenkeel")
    options = parser.parse_args()
    if "list" in options.names:
        for name, experiment in EXPERIMENTS.items():
            print(f"{name:8} {experiment.about}")
        return 0
    if why := virtual_hosts.missing():
        print(why, file=sys.stderr)
        return 3
    for name in options.names:
        carry_out(name, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
