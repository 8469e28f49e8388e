# SPDX-License-Identifier: BSD-3-Clause
"""bench/results.md: tables of what whole.py and the micro benchmarks measured."""
import datetime
import os
import pathlib
import statistics
import sys

import micro

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
from machine import processor  # noqa: E402

MANAGEMENT = ("ghost_s", "prolong_s", "restrict_s", "reflux_s", "regrid_s", "partition_s",
              "migrate_s", "sense_s", "io_s", "other_s")
HEAD = """# Benchmark results

Written by `bench/whole.py`; do not edit. {day}, {machine}, {repeats} repeats of all runs in turn.
Load of the machine: {before:.1f} before and {after:.1f} after, {cores} cores. A busy machine makes
caches cold and wall times long; CPU seconds suffer less. The peers' figures were measured by
others on a quiet machine.

An update is one step of one cell of one level. CPU seconds are those of the time loop on all
ranks, waiting included. Medians; spread is (greatest - least) / median.
"""
COMMANDS = """
## Commands

One run: `evenkeel run bench/cases/FILE.toml SETTINGS`, on two ranks under `mpirun -np 2`.
All: `bench/whole.py --repeats {repeats} --trios {trios}`, with `--micro` the program `bench_micro`.

"""


def median(summaries, value):
    return statistics.median(value(summary) for summary in summaries)


def spread(summaries, value):
    values = [value(summary) for summary in summaries]
    return f"{100 * (max(values) - min(values)) / statistics.median(values):.0f} %"


def rate(summary):
    """[10^6 updates / CPU second]"""
    return summary["updates_per_cpu_s"] / 1e6


def kernel_rate(summary):
    """[10^6 updates / CPU second in kernels]; wall times give the share, as both wait alike."""
    return rate(summary) / (1 - management(summary))


def busy(summary):
    """Seconds of all ranks that are not waiting."""
    return sum(summary["compute_s"]) + summary["ranks"] * sum(summary[k] for k in MANAGEMENT)


def management(summary):
    """Share of all but kernels and waiting."""
    return 1 - sum(summary["compute_s"]) / busy(summary)


def management_ns(summary):
    """Processor time of all but kernels and waiting for each cell update. [ns]"""
    return 1e3 * management(summary) / rate(summary)


def at_asked_speed(case, nanoseconds):
    """Share that so much processor time a cell update has of one at the speed asked, with it."""
    return nanoseconds / (1e3 / case.target) if case.target else None


def percent(share):
    return "-" if share is None else f"{100 * share:.0f}"


def verdict(value, target, at_least=True):
    """The target as text, marked where it is missed."""
    if target is None:
        return "-"
    met = value >= target if at_least else value <= target
    return f"{target:g}" + ("" if met else " **missed**")


def table(columns, rows):
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def speed_rows(cases, found):
    for case in cases:
        one = found[case.name]["one"]
        ours = median(one, rate)
        yield [case.name, case.about, f"{one[0]['cell_updates'] / 1e6:.2f} M", case.peers,
               verdict(ours, case.target), f"**{ours:.1f}**", spread(one, rate),
               f"{median(one, kernel_rate):.1f}"]


def split_rows(cases, found):
    for case in cases:
        one = found[case.name]["one"]
        share = [100 * median(one, lambda s, k=key: s["ranks"] * s[k] / busy(s))
                 for key in MANAGEMENT]
        yield [case.name, f"{100 * (1 - median(one, management)):.0f}",
               f"**{100 * median(one, management):.0f}**", f"{median(one, management_ns):.1f}",
               percent(at_asked_speed(case, median(one, management_ns))),
               *[f"{part:.1f}" for part in share]]


def over_two(some, two, key):
    """What some runs took over what two ranks did, run by run, in ascending order."""
    return sorted(one[key] / both[key] for one, both in zip(some, two))


def second_rank_ns(beside, two):
    """Processor time that the second rank costs for each cell update. [ns]"""
    return statistics.median(1e9 * (b["cpu_s"] / b["cell_updates"] - a["cpu_s"] / a["cell_updates"])
                             for a, b in zip(beside, two))


def efficiency_at_asked_speed(case, beside, two):
    more = at_asked_speed(case, second_rank_ns(beside, two))
    return "-" if more is None else f"{1 / (1 + more):.2f}"


def rank_rows(cases, found):
    for case in cases:
        alone, beside, two = (found[case.name][what] for what in ("alone", "beside", "two"))
        if two:
            efficiencies = over_two(beside, two, "cpu_s")
            efficiency = statistics.median(efficiencies)
            waiting = median(two, lambda s: sum(s["wait_s"]) / (s["ranks"] * s["wall_s"]))
            yield [case.name, case.peers_efficiency, verdict(efficiency, case.target_efficiency),
                   f"**{efficiency:.2f}**", f"{efficiencies[0]:.2f}-{efficiencies[-1]:.2f}",
                   f"{second_rank_ns(beside, two):.1f}",
                   efficiency_at_asked_speed(case, beside, two),
                   f"{statistics.median(over_two(alone, two, 'cpu_s')):.2f}",
                   f"{statistics.median(over_two(alone, two, 'wall_s')):.2f}",
                   f"{100 * waiting:.0f} %",
                   f"{100 * median(two, lambda s: s['imbalance_mean']):.1f} %"]


def memory_rows(cases, found):
    for case in cases:
        one = found[case.name]["one"]
        last = one[-1]
        peak = last["storage_peak_bytes"]
        copies = peak / last["state_ghost_bytes"]
        per_cell = peak / last["cells_final"]
        peers = "AMReX 363 B/cell" if case.target_bytes else "-"
        yield [case.name, f"{last['cells_final'] / 1e6:.2f} M", f"{last['state_bytes'] / 1e6:.0f}",
               f"{last['state_ghost_bytes'] / 1e6:.0f}", f"{peak / 1e6:.0f}",
               verdict(copies, 3, at_least=False), f"**{copies:.2f}**", f"{per_cell:.0f}",
               verdict(per_cell, case.target_bytes, at_least=False), peers,
               f"{sum(last['peak_rss_bytes']) / last['cells_final']:.0f}"]


def micro_rows(measured):
    for figure in micro.FIGURES:
        if figure.benchmark in measured:
            value = measured[figure.benchmark][figure.key]
            text = f"{value / 1e6:.1f} M" if figure.key.endswith("/s") else f"{value:.4g}"
            target = verdict(value, figure.target, at_least=figure.key.endswith("/s"))
            yield [f"`{figure.benchmark}`", figure.about, figure.peers, target, f"**{text}**"]


def command_lines(cases):
    for case in cases:
        settings = "".join(f" -s {key}={value}" for key, value in case.settings.items())
        longer = f"; in trios time.steps={case.trio_steps}" if case.trio_steps else ""
        yield f"- {case.name}: `evenkeel run bench/cases/{case.file}.toml{settings}`{longer}"


def markdown(cases, found, measured, load, options):
    text = HEAD.format(day=datetime.date.today(), machine=processor(), repeats=options.repeats,
                       before=load[0], after=load[1], cores=os.cpu_count())
    text += "\n## Speed on one rank\n\nMillion cell updates per CPU second.\n\n"
    text += table(["case", "what", "updates", "peers", "target", "ours", "spread", "kernel alone"],
                  speed_rows(cases, found))
    text += "\n## Where the time goes\n\nPercent of the time of one rank. Management is all but "
    text += "kernels; the target is 15 % at boxes of 16 (AMReX: 11-20 %). What kernels do in "
    text += "passing, saving values for a retry and averaging the finest level, is theirs. "
    text += "Nanoseconds of it for each cell update compare kernels of different speed; the next "
    text += "column is their part of an update at the speed asked.\n\n"
    text += table(["case", "kernels", "management", "ns/update", "of the speed asked",
                   *(key.removesuffix("_s") for key in MANAGEMENT)], split_rows(cases, found))
    text += "\n## Two ranks\n\nEfficiency: CPU of one rank over CPU of two. So that two ranks "
    text += "are not charged for what processors share (a core, caches, memory), the one rank "
    text += "runs beside another like it that goes on all the while; against one alone, it has "
    text += f"the machine for itself. Medians of the ratios of {options.trios} trios of runs, one "
    text += "right after the other, with their range: each run by itself varies with the machine's "
    text += "pace. What the second rank costs, in nanoseconds of processor time for each update, "
    text += "depends less on how fast kernels are: the next column is the efficiency if it were "
    text += "the same beside one rank of the speed asked. The wall time of two ranks says little "
    text += "on a busy machine.\n\n"
    text += table(["case", "peers", "target", "efficiency", "range", "ns/update",
                   "at the speed asked", "against one alone",
                   "speedup", "waiting", "imbalance"],
                  rank_rows(cases, found))
    text += "\n## Memory\n\nOne copy of the state, without and with ghosts, against the "
    text += "peak of all arrays, MB. Resident: all the process had, MPI included.\n\n"
    text += table(["case", "cells", "state", "with ghosts", "peak", "target", "peak/with ghosts",
                   "B/cell", "target", "peers", "resident B/cell"], memory_rows(cases, found))
    if measured:
        text += "\n## Micro benchmarks\n\n"
        text += table(["benchmark", "what", "peers", "target", "ours"], micro_rows(measured))
    text += COMMANDS.format(repeats=options.repeats, trios=options.trios)
    text += "\n".join(command_lines(cases)) + "\n"
    return text
