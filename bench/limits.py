#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""What the arithmetic of each row loop allows on this machine, and what it reaches.

usage: limits.py [--build DIR] [--repeats N] [--quick]

Counts operations per cell (bench_count: the row loops, compiled with a number that counts),
measures what the machine can do of each kind at best and how fast the kernels are on patches of
one size (bench_micro), and writes the section "Limits" of bench/results.md. A limit is the longest
of

    products and fused products          at the rate of fused products
    all but quotients and roots          at the rate of fused products and sums in turn
    quotients and roots                  at their own rates
    each value in and out, once a stage  at the rate of memory

as if all of these went on side by side and nothing else took time. --quick: printed, not written.
"""
import argparse
import datetime
import json
import pathlib
import subprocess

import micro
import sections

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEAD = """## Limits

Written by `bench/limits.py`, {day}, {repeats} repeats. Operations of one stage of one update,
counted; the limit they set, in million updates per CPU second, if all kinds went on side by side at
the best rates of this machine: {peaks}.
Ours: the kernel alone on patches of the given side. Padding of rows, ghosts and signal rates are
not counted, so the share is what is left of the arithmetic after all that.

"""
SIDES = {2: (16, 64), 3: (16, 32)}


def counts(build):
    """The records bench_count prints."""
    done = subprocess.run([str(build / "bench" / "bench_count")], stdout=subprocess.PIPE, text=True,
                          check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def limits(record, peak):
    """Seconds for one stage of one cell, by what limits it."""
    multiplied = record["products"] + record["fused"]
    return {
        "products": multiplied / peak["fused"],
        "operations": (multiplied + record["sums"] + record["others"]) / peak["mixed"],
        "quotients": (record["quotients"] / peak["quotients"] + record["roots"] / peak["roots"]),
        "memory": 16 * record["values"] / peak["memory"],
    }


def rows(records, peak, measured):
    for record in records:
        times = limits(record, peak)
        by = max(times, key=times.get)
        for side in SIDES[record["dimensions"]]:
            name = f"advance_{record['dimensions']}d/{record['kernel']}/{side}"
            if name not in measured:
                continue
            ours = measured[name]["updates/s"]
            allowed = 1 / (record["stages"] * times[by])
            yield [f"{record['kernel']} {record['dimensions']}-D", str(side),
                   f"{record['sums']:.0f}", f"{record['products']:.0f}", f"{record['fused']:.0f}",
                   f"{record['quotients']:.1f}", f"{record['roots']:.1f}",
                   f"{record['others']:.0f}", str(16 * record["values"]), str(record["stages"]),
                   f"{allowed / 1e6:.1f}", by, f"{ours / 1e6:.1f}",
                   f"**{100 * ours / allowed:.0f} %**"]


def markdown(records, measured, repeats):
    peak = {kind: measured[f"peak_{kind}"]["operations/s"]
            for kind in ("fused", "mixed", "quotients", "roots", "memory")}
    said = ", ".join(f"{value / 1e9:.1f} G{'B' if kind == 'memory' else ''}/s {kind}"
                     for kind, value in peak.items())
    columns = ["kernel", "side", "sums", "products", "fused", "quotients", "roots", "others",
               "bytes", "stages", "limit", "by", "ours", "share"]
    lines = [columns, ["---"] * len(columns), *rows(records, peak, measured)]
    return (HEAD.format(day=datetime.date.today(), repeats=repeats, peaks=said) +
            "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=ROOT / "build", type=pathlib.Path)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    measured = micro.measure(options.build / "bench" / "bench_micro", options.repeats,
                             "--benchmark_filter=^(advance|peak)", "--benchmark_min_time=0.1")
    text = markdown(counts(options.build), measured, options.repeats)
    print(text)
    if not options.quick:
        sections.write(ROOT / "bench" / "results.md", "limits.py", text)


if __name__ == "__main__":
    main()
