#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Speed without -march=native: the package for all x86-64 processors beside a build for this one.

usage: portable.py [PROGRAM] [--program PATH] [--repeats N]

PROGRAM is that of `cmake --preset portable`, all of it built (build-portable/evenkeel). Runs the
cases that have a target in turn, and again (A B A B): built for this processor, the package as it
chooses among its builds, and held to the one of them that uses only what all such processors have.
Takes medians and writes their section of bench/results.md.
"""
import argparse
import collections
import datetime
import pathlib
import statistics

import report
import sections
import whole
from cases import CASES

OLDEST = {"EVENKEEL_ISA": "x86-64"}  # src/evenkeel/cli/best_build.cpp: no giving way
HEAD = """## Portable package

Written by `bench/portable.py --repeats {repeats}`, {day}, {machine}. Million cell updates per CPU
second, medians. Native: `-march=native`. Portable: `cmake --preset portable`, which chooses among
{levels} and the oldest; oldest: held to that one, plain x86-64.

"""


def measure(cases, programs, repeats):
    """[10^6 updates / CPU second] of all runs: {(case name, what): [...]}."""
    found = collections.defaultdict(list)
    for _ in range(repeats):
        for case in cases:
            for what, (program, variables) in programs.items():
                summary = whole.run(program, case, 1, variables=variables)
                found[case.name, what].append(report.rate(summary))
                print(f"{case.name} {what}: {found[case.name, what][-1]:.1f}", flush=True)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("portable", nargs="?", type=pathlib.Path,
                        default=whole.ROOT / "build-portable" / "evenkeel", metavar="PROGRAM")
    parser.add_argument("--program", type=pathlib.Path, default=whole.ROOT / "build" / "evenkeel")
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    levels = sorted(path.parent.name for path in options.portable.parent.glob("isa/*/evenkeel"))
    if not levels:
        parser.error(f"{options.portable} has no builds for newer processors beside it; build all "
                     "of `cmake --preset portable`")
    cases = [case for case in CASES if case.target]
    found = measure(cases, {"native": (options.program, None), "portable": (options.portable, None),
                            "oldest": (options.portable, OLDEST)}, options.repeats)
    rows = []
    for case in cases:
        native, portable, oldest = (statistics.median(found[case.name, what])
                                    for what in ("native", "portable", "oldest"))
        rows.append([case.name, case.about, report.verdict(portable, case.target),
                     f"{native:.1f}", f"**{portable:.1f}**", f"{oldest:.1f}"])
    text = HEAD.format(repeats=options.repeats, day=datetime.date.today(),
                       machine=report.processor(), levels=", ".join(levels))
    text += report.table(["case", "what", "target", "native", "portable", "oldest"], rows)
    print(text)
    sections.write(whole.RESULTS, "portable.py", text)


if __name__ == "__main__":
    main()
