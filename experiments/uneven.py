#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""How much of an uneven machine a managed run gets: figures on virtual hosts, beside targets.

usage: uneven.py list | all | NAME... [--repeats N] [--steps N] [--quick] [--program FILE]

Each experiment runs its variants in turn (A B A B), takes medians, prints ours beside the target
and puts the rows into experiments/results.md. Needs what `tools/vcluster/vcluster check` says.
"""
import statistics
import sys

from experiment import (EQUAL, LARGE, MANAGED, Experiment, compared, efficiencies, gain_rows,
                        main, on_one_machine, spread)
from uneven_runs import Variant, hog, stopped


@on_one_machine
def uneven_rows(measured):
    """RC against the ideal of this machine, and delivered efficiency."""
    efficiency = efficiencies(measured, "managed")
    return [*gain_rows(measured, 0.92),
            ("delivered efficiency", f"{statistics.median(efficiency):.3f}", ">= 0.90",
             spread(efficiency))]


@on_one_machine
def cost_rows(measured):
    """What managing costs where there is nothing to gain."""
    return compared(measured, "managed", "none", "managed / not managed", "<= 1.01")


def slowdown_rows(target, peers):
    @on_one_machine
    def rows(measured):
        return [*compared(measured, "disturbed", "quiet", "disturbed / quiet", target),
                *compared(measured, "equal", "quiet", "disturbed, equal shares / quiet", peers)]
    return rows


def disturbed(how):
    return {"quiet": Variant(MANAGED), "disturbed": Variant(MANAGED, how),
            "equal": Variant(EQUAL, how)}


UNEVEN = {"equal": Variant(EQUAL), "managed": Variant(MANAGED)}
COST = {"none": Variant(EQUAL), "managed": Variant(MANAGED)}
RM2D = "uneven_rm2d.toml"
RM3D = "uneven_rm3d.toml"
# Level steps twice as long: for stops of 60 ms on two whole cores, and for faster kernels.
LARGER = LARGE | {"domain.cells": "[18432,4608]"}
# Level steps of seconds, large patches with few ghosts, and regrids as often as LARGE has them:
# what moves half a cell a step stays within the buffer of 8 for twice as long.
LARGE_3D = {"domain.cells": "[768,192,192]", "mesh.buffer": 8, "mesh.regrid_interval": 8,
            "mesh.max_box": 192, "mesh.min_box": 16, "partition.granularity": 12}
EXPERIMENTS = {
    "s000": Experiment(
        "RM2D on 0.16/0.19/0.31/0.34 of a core (Sinha and Parashar 2001, 6.1.3)",
        {"": "s000.conf"}, UNEVEN, uneven_rows, RM2D, LARGER | {"time.steps": 160}),
    "s000_rm3d": Experiment("RM3D on the same hosts", {"": "s000.conf"}, UNEVEN, uneven_rows,
                            RM3D, LARGE_3D | {"time.steps": 128}),
    "s000_rm3d_rk2": Experiment(
        "RM3D on the same hosts by the scheme of AMReX: two stages, characteristic slopes",
        {"": "s000.conf"}, UNEVEN, uneven_rows, RM3D,
        LARGE_3D | {"time.steps": 32, "kernel.scheme": "rk2", "kernel.slopes": "characteristic"}),
    "het4": Experiment("RM2D on 2 x 0.20 and 2 x 0.05 of a core", {"": "het4.conf"}, UNEVEN,
                              uneven_rows, RM2D, {"time.steps": 80}),
    "equal": Experiment("RM2D on four equal hosts: what managing costs",
                               {"": "equal4.conf"}, COST, cost_rows, RM2D, {"time.steps": 120}),
    "stopped": Experiment("RM2D, one of two ranks stopped for 60 of every 100 ms",
                                 {"": "pair.conf"}, disturbed(stopped),
                                 slowdown_rows("<= 1.55 (ideal 1.43)", "Athena++ automatic 2.1"),
                                 RM2D, LARGER | {"time.steps": 160}),
    "hog": Experiment(
        "RM3D, an endless loop beside one of two pinned ranks, capacities not told",
        {"": "pair.conf"}, disturbed(hog), slowdown_rows("<= 1.40 (ideal 1.33)", "AMReX 2.0"),
        RM3D, {"time.steps": 160}),
}

if __name__ == "__main__":
    sys.exit(main("uneven.py", EXPERIMENTS, __doc__))
