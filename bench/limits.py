#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""What the arithmetic of each row loop allows on this machine, and what it reaches.

usage: limits.py [--build DIR] [--repeats N] [--quick]

bench_count runs the row loops on patches of one size with a register that counts instructions:
whole registers, so what ghosts, padding and short rows cost is in it. bench_micro measures, in one
process, how many instructions of each kind the machine does at best from registers and from the
first cache, and how fast the same patches advance. A limit is the longest of what cannot overlap
because it waits for the same part of the processor, as if all parts worked side by side without
ever waiting for a result, a register or an instruction:

    multiply      products, fused products and sums, and choices at the rate of products and choices
                  in turn, since they share their units where that is no faster than products alone
    add           sums, the lesser and the greater, comparisons: likewise at the rate of sums and
                  greater ones in turn
    arithmetic    both of these and signs: at the rate of the fastest mixture
    divide        quotients and roots, which share one unit: as many of both at the rate of both in
                  turn, which may be slower than one after the other (printed), the rest at theirs
    load, store   registers to and from the first cache, those across two cache lines at their rate
    bytes         each value that a stage must read or write, once, at the rate of arrays of the
                  patches' size: 16 MB and less, to 32 MB, more

Products followed by a sum count as two: the build keeps them apart (-ffp-contract=off), so that
results do not depend on how a compiler pairs them. A sign that goes into a fused product is not
counted, nor what turns a mask over; other masks are, where they lie in registers of numbers (all
but AVX-512). Temporary rows count as loads and stores, for the processor has no registers for them.
Registers that spill do not, nor loads that a compiler repeats. The loops of multigrid and of
diffusion are counted by formula (elliptic_counts.py, diffusion_counts.py).

That parts work side by side is measured where it could fail: products beside quotients, which on
some processors enter by the same ports, are timed against the slower of both alone.

Rates and kernels alike are the fastest of their repeats, which are dealt out at random. Neighbours
of whatever processors share, caches and perhaps the threads of a core, hardly show in rates from
registers, which leave most of what a processor takes in to others, but in loops that need all of
it: of 16 repeats on a busy machine products took 98 to 100 % of their fastest rate, quotients 97 to
100, sums 92 to 100, loads 68 to 100, 3-D Euler 64 to 100. What is usual is told beside: the share
by the kernel's median.
--quick: printed, not written.
"""
import argparse
import datetime
import json
import pathlib
import re
import subprocess

import diffusion_counts
import elliptic_counts
import micro
import report
import sections

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEAD = """## Limits

Written by `bench/limits.py`, which replaces the table of its own processor. Instructions counted,
per register of updated cells and step, ghosts and padding included; cycles that each part of the
processor needs for them at its best rate; the limit, million updates per CPU second, if the busiest
were all that mattered; ours: the kernel alone on patches of the given side. Overlap: the cycles of
all parts together over those that ours takes; above 100 % parts work side by side. Rates and
kernels are the fastest of their repeats; the last column is the share of the kernel's median.

A limit is what this algorithm, instruction by instruction as its source has it, could reach if the
busiest part of the processor never idled and everything else went on beside it for nothing. It
knows no latencies: a face's wave speeds wait for roots, its contact for the speeds, its flux for
the contact, and a processor that looks a few hundred instructions ahead sees little beyond one
face. So half of a limit means that the busiest part works every other cycle. Fewer instructions
lower the cycles of kernel and limit alike: compare rates, not shares, across versions.

"""
MACHINE = """### {machine}

{day}, {repeats} repeats, registers of {lanes} cells. Best rates, instructions (of bytes: bytes) a
cycle, two products making one ({clock:.2f} GHz):
{peaks}.
Quotients and roots in turn take {shared:.2f} of the sum of their times. 36 products beside 3
quotients take {beside:.2f} of what the slower of both takes alone.

"""
ARITHMETIC = ("products", "fused", "sums", "orders", "choices", "signs")
ARRAYS = (1 << 20, 1 << 21, 1 << 24)     # doubles in each of two
PARTS = ("multiply", "add", "arithmetic", "divide", "load", "store", "bytes")
RATES = ("products", "sums", "sums_and_orders", "products_and_orders", "products_and_sums",
         "products_and_choices", "quotients", "roots", "quotients_and_roots",
         "products_beside_quotients", "loads/0", "loads/1", "stores/0", "stores/1",
         *(f"bytes/{size}" for size in ARRAYS))


def counts(build):
    """The records bench_count prints."""
    done = subprocess.run([str(build / "bench" / "bench_count")], stdout=subprocess.PIPE, text=True,
                          check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def dividing(record, peak):
    """Seconds that quotients and roots need."""
    pairs = min(record["quotients"], record["roots"])
    return (2 * pairs / peak["quotients_and_roots"]
            + (record["quotients"] - pairs) / peak["quotients"]
            + (record["roots"] - pairs) / peak["roots"])


def times(record, peak):
    """Seconds that each part of the processor needs for a register of cells."""
    multiplied = record["products"] + record["fused"]
    added = record["sums"] + record["orders"]
    size = next(size for size in ARRAYS if record.get("megabytes", 0) * 1e6 <= 16 * size)
    fastest = max(peak[kind] for kind in ("products_and_orders", "products_and_sums"))
    return {
        "multiply": max(multiplied / peak["products"],
                        (multiplied + record["choices"]) / peak["products_and_choices"]),
        "add": max(record["sums"] / peak["sums"], added / peak["sums_and_orders"]),
        "arithmetic": sum(record[kind] for kind in ARITHMETIC) / fastest,
        "divide": dividing(record, peak),
        "load": record["loads"] / peak["loads/0"] + record["split_loads"] / peak["loads/1"],
        "store": record["stores"] / peak["stores/0"] + record["split_stores"] / peak["stores/1"],
        "bytes": 8 * record["lanes"] * record["moved"] / peak[f"bytes/{size}"],
    }


def rows(records, peak, found, clock):
    measured = micro.fastest(found)
    usual = micro.medians(found)
    for record in records:
        family = record.get("family", "advance")
        name = f"{family}_{record['dimensions']}d/{record['kernel']}/{record['side']}"
        needed = times(record, peak)
        by = max(needed, key=needed.get)
        ours = measured[name]["updates/s"]
        took = record["lanes"] / ours
        parts = needed["arithmetic"] + sum(needed[part] for part in PARTS[3:])
        yield [f"{record['kernel']} {record['dimensions']}-D", str(record["side"]),
               *(f"{record[kind]:.0f}" for kind in ARITHMETIC),
               f"{record['quotients']:.0f}", f"{record['roots']:.0f}",
               f"{record['loads'] + record['split_loads']:.0f}",
               f"{record['stores'] + record['split_stores']:.0f}",
               *(f"{clock * needed[part]:.0f}" for part in PARTS), f"{clock * took:.0f}",
               f"{record['lanes'] / needed[by] / 1e6:.1f}", by, f"{ours / 1e6:.1f}",
               f"**{100 * needed[by] / took:.0f} %**", f"{100 * parts / took:.0f} %",
               f"{100 * needed[by] * usual[name]['updates/s'] / record['lanes']:.0f} %"]


def markdown(records, found, repeats):
    measured = micro.fastest(found)
    peak = {kind: measured[f"peak_{kind}"]["instructions/s"] for kind in RATES}
    clock = peak["products"] / 2
    alone = 1 / peak["quotients"] + 1 / peak["roots"]
    slower = max(36 / peak["products"], 3 / peak["quotients"])
    beside = 1 / peak.pop("products_beside_quotients") / slower
    said = ", ".join(f"{kind.replace('_', ' ')} {rate / clock:.2f}" for kind, rate in peak.items())
    columns = ["kernel", "side", *ARITHMETIC, "quotients", "roots", "loads", "stores",
               *(f"{part} cycles" for part in PARTS), "ours cycles", "limit M/s", "by", "ours M/s",
               "share", "overlap", "usual share"]
    lines = [columns, ["---"] * len(columns), *rows(records, peak, found, clock)]
    return (MACHINE.format(day=datetime.date.today(), machine=report.processor(), repeats=repeats,
                           lanes=records[0]["lanes"], clock=clock / 1e9, peaks=said,
                           shared=2 / peak["quotients_and_roots"] / alone, beside=beside) +
            "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n")


def with_others(path, table):
    """The section of `path` with this processor's table in place of the one before."""
    heading = table.splitlines()[0]
    tables = re.findall(r"^### .*?(?=^### |^<!-- |\Z)", sections.read(path, "limits.py"),
                        re.MULTILINE | re.DOTALL)
    kept = [other.strip() for other in tables if not other.startswith(heading + "\n")]
    return HEAD + "\n\n".join(sorted([*kept, table.strip()])) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=ROOT / "build", type=pathlib.Path)
    parser.add_argument("--repeats", type=int, default=8)
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    records = counts(options.build)
    for counted in (diffusion_counts, elliptic_counts):
        records += counted.records(records[0]["lanes"])
    found = micro.runs(options.build / "bench" / "bench_micro", options.repeats,
                       "--benchmark_filter=^(advance|react|elliptic|peak)",
                       "--benchmark_min_time=0.1")
    text = markdown(records, found, options.repeats)
    print(text)
    if not options.quick:
        path = ROOT / "bench" / "results.md"
        sections.write(path, "limits.py", with_others(path, text))


if __name__ == "__main__":
    main()
