# SPDX-License-Identifier: BSD-3-Clause
"""The section of partitioners in results.md: tables, targets and claims."""
import os

from report import processor, table, verdict

LIBRARIES = ("zoltan", "metis", "scotch")
HEAD = """## Partitioners

Written by `bench/partition.py`; do not edit this section. {day}, {machine}, medians of {repeats}
repeats of all methods in turn, of one where a call took over a second. Load of the machine:
{before:.1f} before and {after:.1f} after, {cores} cores.

Input: N^d base cells, each a unit; a wavy front refined to depth 2 near it, 1 a little farther
away. Capacities: logn, log-normal; s000, 16:19:31:34 in turn; equal. CPU: processor time of one
call [ms]. Bottleneck: max W/(C sum W) - 1. |W-L|/L: the seeds' measure, its maximum. Cut: weighted
faces between parts. T: sum over levels of the slowest part, 1 is ideal. Then the front moves by one
cell and the method is asked again, knowing the owners before: memory moved, bottleneck, cut. Boxes,
messages and cells sent: of one base step, counted from boxes with ghosts of width 2. A name with a
parameter is the method with that choice. The row is empty where a call would have taken over
{limit:.0f} s.
"""
CLAIMS_HEAD = """
### Claims about the published methods

Equal capacities, 32 parts, 64^3 (Chandra and Parashar 2002, section 2.2; Li 2005, section 4.2).

"""


def is_library(name):
    return name.startswith(LIBRARIES)


def percent(value, digits=2):
    return f"{100 * value:.{digits}f}"


def by_input(records):
    """{input: {method: record}} in the order measured."""
    found = {}
    for record in records:
        if "method" in record:
            found.setdefault(record["input"], {})[record["method"]] = record
    return found


def rows_of(methods):
    for name in sorted(methods, key=lambda name: (is_library(name), name)):
        record = methods[name]
        shown = f"*{name}*" if is_library(name) else name
        if record.get("left_out"):
            yield [shown, *["-"] * 12]
            continue
        moved = record.get("moved")
        traffic = ([f"{record['boxes']}", f"{record['messages']:.0f}",
                    f"{record['cells_sent']:.0f}"] if "boxes" in record else ["-"] * 3)
        yield [shown, f"{1e3 * record['seconds']:.1f}", percent(record["bottleneck"], 3),
               f"{record['seed_imbalance_max']:.2f}", percent(record["cut_fraction"]),
               f"{record['per_level_time']:.4f}", f"{record['empty_parts']}",
               *([percent(moved["migration_fraction"]), percent(moved["bottleneck"], 3),
                  percent(moved["cut_fraction"])] if moved else ["-"] * 3), *traffic]


def find(found, where, method):
    """A record, or None where it was not measured."""
    record = found.get(where, {}).get(method)
    return None if record is None or record.get("left_out") else record


def cut_targets(found):
    """(what, ours, target, unit) of what one record says."""
    for where, method, key, target, factor in (
            ("64^3 K=32 logn", "ccp", "bottleneck", 0.12, 100),
            ("64^3 K=1280 logn", "ccp", "bottleneck", 4.5, 100),
            ("64^3 K=1280 logn", "ccp", "empty_parts", 0, 1),
            ("128^3 K=1280 logn", "ccp", "bottleneck", 0.6, 100),
            ("64^3 K=4 s000", "ccp", "seed_imbalance_max", 0.02, 1),
            ("256^2 K=4 s000", "ccp", "seed_imbalance_max", 0.05, 1),
            ("128^3 K=1280 logn", "ccp order=hilbert", "seconds", 200, 1000),
            ("128^3 K=1280 logn", "ccp order=morton", "seconds", 200, 1000),
            ("128^3 K=1280 logn", "ccp", "seconds", 200, 1000),
            ("216^3 K=1280 logn", "ccp order=hilbert", "seconds", 2, 1),
            ("216^3 K=1280 logn", "ccp order=morton", "seconds", 2, 1),
            ("216^3 K=1280 logn", "ccp", "seconds", 2, 1)):
        record = find(found, where, method)
        if record:
            unit = {"seconds": "CPU, ms" if factor == 1000 else "CPU, s",
                    "empty_parts": "count"}.get(key, "%")
            words = {"seconds": "time", "seed_imbalance_max": "largest |W-L|/L",
                     "empty_parts": "empty parts"}.get(key, key)
            yield (f"{where}: {words} of {method} [{unit}]".replace("|", "\\|"),
                   factor * record[key], target)


def other_targets(found):
    for where in found:
        ours, theirs = find(found, where, "ccp order=hilbert"), find(found, where, "zoltan_hsfc")
        if ours and theirs:
            yield (f"{where}: CPU of ccp, keys on Hilbert's curve included, over Zoltan HSFC",
                   ours["seconds"] / theirs["seconds"], 1)
    again = find(found, "64^3 K=32 logn", "ccp")
    if again:
        for words, key, target in (("memory moved", "migration_fraction", 2),
                                   ("bottleneck", "bottleneck", 5.2),
                                   ("cut", "cut_fraction", 7.6)):
            yield (f"64^3 K=32 logn, front moved: {words} of ccp [%]",
                   100 * again["moved"][key], target)
    for where in ("64^3 K=32 logn", "128^3 K=32 logn", "64^3 K=1280 logn"):
        curve, lpa = find(found, where, "ccp order=given"), find(found, where, "lpa")
        metis = find(found, where, "metis_kway constraints=levels")
        if curve and lpa:
            yield f"{where}: T of lpa", lpa["per_level_time"], 1.01
            yield (f"{where}: cut of lpa over that of the composite curve",
                   lpa["cut_fraction"] / curve["cut_fraction"], 1.2)
        if curve and metis:
            yield f"{where}: T of METIS, a constraint a level", metis["per_level_time"], None
            yield (f"{where}: cut of METIS, a constraint a level, over the composite curve's",
                   metis["cut_fraction"] / curve["cut_fraction"], None)


def patch_targets(records):
    for record in records:
        if "patch_method" in record and "K=1280" in record["input"]:
            yield (f"{record['input']}: bottleneck of {record['patch_method']} [%], bound "
                   f"{percent(record['lower_bound'], 3)}", 100 * record["bottleneck"],
                   0.6 if record["patch_method"] in ("patch_lpt", "patch_multifit") else None)


def target_rows(records, found):
    for what, ours, target in (*cut_targets(found), *other_targets(found),
                               *patch_targets(records)):
        yield [what, verdict(ours, target, at_least=False), f"**{ours:.4g}**"]


def patch_rows(records):
    for record in records:
        if "patch_method" in record:
            yield [record["input"], record["patch_method"], f"{1e3 * record['seconds']:.1f}",
                   percent(record["bottleneck"], 3), percent(record["lower_bound"], 3),
                   f"{record['per_level_time']:.4f}", f"{record['level_bound']:.4f}",
                   f"{record['patches']}", f"{record['empty_parts']}"]


def judged(claim, holds, numbers):
    return [claim, "reproduced" if holds else "**refuted**", numbers]


def claim_rows(found):
    front = found.get("64^3 K=32 equal", {})
    uniform = found.get("64^3 uniform K=32 equal", {})
    names = ("isp", "pbd_isp", "gmisp", "gmisp_sp", "sp_isp", "gpa", "lpa")
    if not all(find(found, "64^3 K=32 equal", name) for name in names) or not uniform:
        return
    sent = {name: front[name]["cells_sent"] for name in names}
    moved = {name: front[name]["moved"]["migration_fraction"] for name in names}
    balance = {name: front[name]["bottleneck"] for name in names}
    for name in ("isp", "pbd_isp"):
        yield judged(f"{name} communicates less than gmisp_sp", sent[name] < sent["gmisp_sp"],
                     f"{sent[name]:.0f} against {sent['gmisp_sp']:.0f} cells")
        yield judged(f"{name} moves less than gmisp_sp", moved[name] < moved["gmisp_sp"],
                     f"{percent(moved[name])} against {percent(moved['gmisp_sp'])} %")
    best = min(("isp", "pbd_isp", "gmisp", "gmisp_sp"), key=balance.get)
    yield judged("gmisp_sp balances best of isp, pbd_isp, gmisp, gmisp_sp",
                 balance["gmisp_sp"] <= balance[best],
                 ", ".join(f"{name} {percent(balance[name], 3)} %"
                           for name in ("isp", "pbd_isp", "gmisp", "gmisp_sp")))
    time = [uniform["gpa"]["per_level_time"], front["gpa"]["per_level_time"],
            front["lpa"]["per_level_time"]]
    yield judged("gpa is good where refinement is homogeneous", time[0] < 1.01,
                 f"T = {time[0]:.4f}")
    yield judged("gpa waits at every level where it is not", time[1] > 1.05, f"T = {time[1]:.4f}")
    yield judged("lpa mends that", time[2] < time[1] and time[2] < 1.02, f"T = {time[2]:.4f}")


def key_rows(records):
    for record in records:
        if "hilbert_keys_seconds" in record:
            yield [record["input"], f"{record['units']}",
                   f"{1e3 * record['hilbert_keys_seconds']:.1f}",
                   f"{1e3 * record['morton_keys_seconds']:.1f}"]


def markdown(records, day, repeats, limit):
    found = by_input(records)
    load = [record["load"] for record in records if "load" in record]
    text = HEAD.format(day=day, machine=processor(), repeats=repeats, limit=limit, before=load[0],
                       after=load[-1], cores=os.cpu_count())
    text += "\n### Targets\n\n" + table(["what", "target", "ours"], target_rows(records, found))
    columns = ["method", "CPU ms", "bottleneck %", "\\|W-L\\|/L %", "cut %", "T", "empty",
               "moved %", "then bottleneck %", "then cut %", "boxes", "messages", "cells sent"]
    for where, methods in found.items():
        text += f"\n### {where}\n\n" + table(columns, rows_of(methods))
    text += "\n### Patches with owners of their own\n\n"
    text += table(["input", "method", "CPU ms", "bottleneck %", "bound %", "T", "bound", "patches",
                   "empty"], patch_rows(records))
    text += "\n### Order along a curve\n\nCPU ms to bring units in order, which methods of the "
    text += "given order presuppose; ccp along a curve of its own includes it.\n\n"
    text += table(["input", "units", "Hilbert", "Morton"], key_rows(records))
    claims = list(claim_rows(found))
    if claims:
        text += CLAIMS_HEAD + table(["claim", "verdict", "numbers"], claims)
    return text + f"\nCommand: `bench/partition.py --repeats {repeats} --limit {limit:g}`\n"
