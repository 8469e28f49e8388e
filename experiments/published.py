#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tables and figures of the papers that carry a number, on virtual hosts: ours beside theirs.

usage: published.py list | all | NAME... [--repeats N] [--steps N] [--quick] [--program FILE]

S000: Sinha and Parashar 2001/2002. S001: Faik et al. 2004/2005. S002: Chandra and Parashar 2007.
As uneven.py does it. Where they had a cluster and load generators, these are hosts of set quotas;
S002's load is that of `evenkeel load`.
"""
import statistics
import sys

from experiment import (EQUAL, MANAGED, Experiment, compared, gain_row, gains_at_one_pace,
                        ideal_gain, main, median_time, on_one_machine, percent, spread, times)
from replays import mean_and_error
from uneven_runs import Variant, changing, loaded

S000 = [0.16, 0.19, 0.31, 0.34]                # 6.1.3
# Parts of the machine for 2, 4 and 8 processors, in the ratios of 6.1.3.
S000_MACHINES = {"2": [0.35, 0.65], "4": S000,
                 "8": [0.12, 0.12, 0.14, 0.14, 0.23, 0.23, 0.25, 0.25]}
# Two turns of the load during a run, by the number of the host.
S000_DYNAMICS = {
    "2": changing((33, {1: 0.65, 2: 0.35}), (66, {1: 0.45, 2: 0.25})),
    "4": changing((33, {1: 0.34, 4: 0.16}), (66, {2: 0.31, 3: 0.15})),
    "8": changing((33, {1: 0.25, 2: 0.25, 7: 0.12, 8: 0.12}), (66, {3: 0.23, 5: 0.12}))}


def improvement_rows(theirs):
    """Improvement of capacity-sensitive over equal shares, by the number of hosts."""
    def rows(found):
        made = []
        for label, measured in found.items():
            ideal = percent(ideal_gain(measured.quotas))
            made.append(gain_row(measured, "equal", "managed",
                                 f"improvement, {label} hosts (ideal {ideal})",
                                 theirs.get(label, "-")))
        return made
    return rows


@on_one_machine
def share_rows(measured):
    """Work of every host against its capacity, S000 fig. 8 to 10."""
    made = []
    capacity = [quota / sum(measured.quotas) for quota in measured.quotas]
    for name, theirs in (("equal", "25 % each"), ("managed", "16 / 19 / 31 / 34 %")):
        work = measured.runs[name][0]["updates"]
        share = [each / sum(work) for each in work]
        off = [100 * abs(s - c) / c for s, c in zip(share, capacity)]
        made.append((f"work of each host, {name}",
                     " / ".join(f"{100 * each:.1f}" for each in share) + " %", theirs, "-"))
        made.append((f"imbalance 100 |W - L| / L of each host, {name}",
                     " / ".join(f"{each:.1f}" for each in off) + " %",
                     "< 40 %" if name == "managed" else "up to 45 % more", "-"))
    return made


def once_rows(theirs):
    """Gain of sensing throughout the run over sensing once, by the number of hosts."""
    def rows(found):
        made = []
        for label, measured in found.items():
            seconds = " / ".join(f"{median_time(measured, name):.1f} s"
                                 for name in ("dynamic", "once"))
            made.append(gain_row(measured, "once", "dynamic",
                                 f"dynamic against once, {label} hosts: {seconds}",
                                 theirs.get(label, "-")))
        return made
    return rows


def once_part(label):
    how = S000_DYNAMICS[label]
    return {"once": Variant({"manage.policy": "static"}, how), "dynamic": Variant(MANAGED, how)}


@on_one_machine
def interval_rows(measured):
    theirs = {"every 10": "316 s", "every 20": "277 s", "every 30": "286 s", "every 40": "293 s",
              "automatic": "-"}
    made = [(f"time, sensing {name}", f"{median_time(measured, name):.2f} s", theirs[name],
             spread(times(measured.runs[name]))) for name in measured.runs]
    best = min((name for name in measured.runs if name != "automatic"),
               key=lambda name: median_time(measured, name))
    return made + compared(measured, "automatic", best,
                           f"automatic / best of the others ({best})", "<= 1")


def every(steps):
    """New capacities every so many steps, as they were, and a new partition at every regrid."""
    return Variant({"manage.policy": "reactive", "manage.every": steps // 5}, THREE_TURNS)


# Why gains differ from those of S000.
SET_QUOTAS = ("how much their generators loaded the hosts was not published; gains follow what the "
              "quotas make possible")
THREE_TURNS = changing((27, {1: 0.34, 4: 0.16}), (63, {2: 0.31, 3: 0.15}),
                       (110, {1: 0.16, 4: 0.34}))
DRUM = {"manage.policy": "cost_benefit", "manage.capacity": "drum_power"}
WEIGHTS = {"equal": Variant(EQUAL)} | {
    f"w={weight}": Variant(DRUM | {"manage.weight": weight}) for weight in (0, 0.1, 0.25, 0.5)} | {
    "automatic": Variant(MANAGED)}
# Fast and slow hosts, h = 1.5.
MIXTURES = {f"{fast}+{slow}": [0.15] * fast + [0.10] * slow
            for fast, slow in ((1, 1), (1, 2), (2, 1), (2, 2), (4, 1))}


def heterogeneity(quotas):
    """H_cpu: standard deviation of the speeds over the largest (Faik et al. 2004, 4.3)."""
    return statistics.pstdev(quota / max(quotas) for quota in quotas)


@on_one_machine
def weight_rows(measured):
    made, gain = [], {}
    for name in measured.runs:
        if name != "equal":
            gain[name] = gains_at_one_pace(measured, "equal", name)
            made.append(gain_row(measured, "equal", name, f"RC, {name}",
                                 f"{percent(ideal_gain(measured.quotas))} is ideal"))
    best = max((name for name in gain if name != "automatic"),
               key=lambda name: statistics.median(gain[name]))
    ahead, error = mean_and_error([100 * (ours - theirs) for ours, theirs
                                   in zip(gain["automatic"], gain[best])])
    return made + [(f"automatic less the best weight ({best}), at one pace",
                    f"{ahead:+.1f} ± {error:.1f} points", ">= 0", "-")]


def mixture_rows(found):
    """RC against the ideal one of each mixture of fast and slow hosts, and against H_cpu."""
    made, points = [], []
    for label, measured in found.items():
        points.append((heterogeneity(measured.quotas), ideal_gain(measured.quotas),
                       statistics.median(gains_at_one_pace(measured, "equal", "managed"))))
        made.append(gain_row(measured, "equal", "managed",
                             f"RC, {label} fast+slow, H_cpu {points[-1][0]:.4f}",
                             f"{percent(points[-1][1])} is ideal"))
    if len(points) > 2:
        degrees, ideals, reached = zip(*points)
        by_degree, of_ideal, by_ideal = (
            f"{statistics.correlation(*pair):.2f}"
            for pair in ((degrees, reached), (degrees, ideals), (ideals, reached)))
        made += [("correlation of RC and H_cpu", by_degree,
                  f"{of_ideal} of the ideal RC; published: RC rises with H_cpu", "-"),
                 ("correlation of RC and the ideal RC", by_ideal, "1 is ideal", "-")]
    return made


def scenario_rows(theirs):
    @on_one_machine
    def rows(measured):
        return [gain_row(measured, "without", "proactive", "improvement by cpu_proactive", theirs),
                gain_row(measured, "without", "automatic", "improvement by measured rates", "-")]
    return rows


def scenario(count, theirs):
    """S002 table II: `count` of 8 hosts under heavy load."""
    load = loaded(range(1, count + 1))
    return Experiment(
        f"S002 table II: {count} of 8 hosts loaded", {"": [0.2] * 8},
        {"without": Variant(EQUAL, load),
         "proactive": Variant({"manage.policy": "cost_benefit",
                               "manage.capacity": "cpu_proactive"}, load),
         "automatic": Variant(MANAGED, load)}, scenario_rows(theirs),
        note="a loaded host gives half of itself: with 2, 4 and 6 of 8 loaded no more than 42.9, "
             "33.3 and 20.0 % can be gained, and the load takes 5 s to rise")


SHORT = "48MB"        # a rank may use; with equal shares it would take about 62


def memory_rows(theirs, count):
    @on_one_machine
    def rows(measured):
        made = []
        for name, runs in measured.runs.items():
            peak = max(runs[0]["peak_rss_bytes"][:count]) / 1e6
            made.append((f"steps until memory was short, {name}", f"{runs[0]['steps']}",
                         "all" if name != "without" else "-", "-"))
            made.append((f"peak of the ranks that are short, {name}", f"{peak:.0f} MB", "-", "-"))
        return made + [("their gain", "-", theirs, "-")]
    return rows


def memory_scenario(count, theirs):
    """S002 table III: `count` of 8 ranks short of memory; a run that is short of it stops."""
    budgets = {"memory.budgets": [SHORT] * count + ["0B"] * (8 - count)}
    return Experiment(
        f"S002 table III: {count} of 8 ranks short of memory", {"": [0.2] * 8},
        {"without": Variant(EQUAL | budgets, may_stop=True),
         "proactive": Variant({"manage.policy": "cost_benefit",
                               "manage.capacity": "memory_proactive"} | budgets, may_stop=True),
         "automatic": Variant(MANAGED | budgets, may_stop=True)},
        memory_rows(theirs, count),
        settings={"domain.cells": "[3072,768]", "mesh.max_box": 192,
                  "partition.granularity": 24, "time.steps": 40},
        note="they let processors page and took times; a run of ours that is short of memory stops "
             "with a checkpoint, so steps are counted")


UNEVEN = {"equal": Variant(EQUAL), "managed": Variant(MANAGED)}
EXPERIMENTS = {
    "s000_table1": Experiment(
        "S000 table 1: improvement over equal shares on 2, 4 and 8 hosts", S000_MACHINES, UNEVEN,
        improvement_rows({"4": "7 %", "8": "6 %"}), note=SET_QUOTAS),
    "s000_shares": Experiment(
        "S000 fig. 8 to 10: work and imbalance at 16/19/31/34 %", {"4": S000}, UNEVEN, share_rows,
        note="grids and blocks differ: theirs was 128 x 32 x 32 cells, dealt out in boxes"),
    **{f"s000_table2_{label}": Experiment(
        f"S000 table 2: sensing throughout the run against once, {label} hosts",
        {label: S000_MACHINES[label]}, once_part(label), once_rows({label: theirs}),
        note=SET_QUOTAS + "; turns come after a third and two thirds of the run")
       for label, theirs in (("2", "47.4 %"), ("4", "35.1 %"), ("8", "47.7 %"))},
    "s000_table3": Experiment(
        "S000 table 3: sensing every 10, 20, 30, 40 steps, and automatically", {"4": S000},
        {f"every {steps}": every(steps) for steps in (10, 20, 30, 40)} |
        {"automatic": Variant(MANAGED, THREE_TURNS)}, interval_rows,
        settings={"time.steps": 150},
        note="seconds are those of another case and machine: only their order compares. Looking "
             "costs next to nothing here, so looking often is no longer dear"),
    "s001_weights": Experiment(
        "S001 experiment 1: weights of communication, 4 fast and 4 slow hosts, h = 1.5",
        {"4+4": [0.15] * 4 + [0.10] * 4}, WEIGHTS, weight_rows,
        note="all links are alike here, and packets tell of the partition rather than of a link: "
             "weight on communication can only lead away from the ideal"),
    "s001_mixtures": Experiment(
        "S001 experiments 2 and 3: fast and slow hosts, RC against the ideal and H_cpu", MIXTURES,
        UNEVEN, mixture_rows,
        settings={"domain.cells": "[8192,2048]", "partition.granularity": 64, "time.steps": 40},
        note="RC follows the ideal one; H_cpu is the same for one fast host beside two slow ones "
             "and the other way round, where the ideal is 14.3 and 25 %"),
    "s002_light": scenario(2, "40.9 %"),
    "s002_moderate": scenario(4, "32.11 %, printed 31.35"),
    "s002_heavy": scenario(6, "19.92 %, printed 20.45"),
    "s002_memory_light": memory_scenario(2, "24.72 %"),
    "s002_memory_moderate": memory_scenario(4, "53.42 %"),
    "s002_memory_heavy": memory_scenario(6, "51.16 %"),
}

if __name__ == "__main__":
    sys.exit(main("published.py", EXPERIMENTS, __doc__))
