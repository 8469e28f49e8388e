#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Average refinement homogeneity of the six applications, beside Li 2005, table 5.3.

usage: homogeneity.py list | s004-t5.3 [KERNEL...] [--quick] [--program FILE]

H(l) is the part of level l that level l + 1 covers, averaged over coarse steps; the whole domain is
one clique (Li 2005, 5.6.1). Runs every kernel that the program has as its own case says, and with
other choices of what is refined; prints ours beside theirs and puts the rows into
experiments/results.md. What drives the differences: H(0) of narrow applications is mostly margin,
so the least side of boxes and the buffer set it; deeper levels follow the threshold, most where it
falls from level to level, as estimates of errors do and plain jumps do not.
--quick: a few steps of one kernel, printed and not written.
"""
import argparse
import dataclasses
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

import results

ROOT = pathlib.Path(__file__).resolve().parent.parent
NAME = "s004-t5.3"


@dataclasses.dataclass(frozen=True)
class Experiment:
    about: str


EXPERIMENTS = {
    NAME: Experiment("Average refinement homogeneity of six applications (Li 2005, table 5.3)")}


@dataclasses.dataclass(frozen=True)
class Application:
    """One column of the table."""
    published: list             # H(0), H(1), ...
    steps: int                  # coarse steps; as many as the seeds ran where they say so
    thresholds: list            # of the kernel's flags, halved and doubled
    settings: dict = dataclasses.field(default_factory=dict)

    def levels(self):
        """The table's four numbers belong to five levels, its two to three (algorithms 0.2)."""
        return len(self.published) + 1


APPLICATIONS = {
    "tp2d": Application([.067, .498, .598, .668], 100, [0.05]),
    "rm2d": Application([.220, .680, .830, .901], 60, [0.05], {"domain.cells": "[128,32]"}),
    "rm3d": Application([.427, .618], 100, [0.05], {"domain.cells": "[128,32,32]"}),
    "eno2d": Application([.137, .597, .649, .761], 100, [0.2],
                         {"kernel.scheme": "hancock", "time.cfl": 0.4}),
    "bl3d": Application([.044, .267], 40, [0.05]),
    "bl2d": Application([.020, .438, .406, .316], 100, [0.05]),
}


def variants(application):
    """(words, settings) of every run of one application."""
    scaled = {factor: "[" + ",".join(f"{factor * value:g}" for value in application.thresholds)
                      + "]" for factor in (0.5, 2)}
    by_level = [value / 2 ** level for value in application.thresholds[:1]
                for level in range(application.levels() - 1)]
    return [("flags as the kernel has them", {}),
            ("threshold halved from level to level",
             {"mesh.flag_threshold": "[" + ",".join(f"{value:g}" for value in by_level) + "]"}),
            ("half the threshold", {"mesh.flag_threshold": scaled[0.5]}),
            ("twice the threshold", {"mesh.flag_threshold": scaled[2]}),
            ("buffer 1", {"mesh.buffer": 1}),
            ("buffer 4", {"mesh.buffer": 4}),
            ("efficiency 0.5", {"mesh.efficiency": 0.5}),
            ("boxes of 16 at least", {"mesh.min_box": 16, "mesh.max_box": 128})]


def homogeneity(cells, dimension, levels):
    """H(l) of one hierarchy, for l < levels - 1; 0 where nothing is refined."""
    cells = cells + [0] * (levels - len(cells))
    return [fine / (2 ** dimension * coarse) if coarse else 0.0
            for coarse, fine in zip(cells, cells[1:])]


def run(program, kernel, settings):
    """One run; the cells of all levels after every coarse step, and the dimension."""
    with tempfile.TemporaryDirectory() as folder:
        case = pathlib.Path(folder) / "case.toml"
        case.write_text(f'kernel = "{kernel}"\n')
        out = pathlib.Path(folder) / "run"
        words = [word for key, value in settings.items() for word in ("-s", f"{key}={value}")]
        done = subprocess.run([program, "run", case, *words, "--quiet", "--out", out],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              check=False)
        if done.returncode:
            sys.exit(f"exit status {done.returncode}: {kernel} {settings}\n{done.stdout[-2000:]}")
        lines = (out / "events.ndjson").read_text().splitlines()
        header = json.loads((out / "trace.ndjson").read_text().splitlines()[0])
        events = [event for event in map(json.loads, lines) if event["kind"] == "step"]
        return [event["cells"] for event in events], header["dim"]


def averages(program, kernel, application, settings, steps):
    """Mean of each H(l) over the steps, and its least and greatest."""
    given = {**application.settings, **settings, "time.steps": steps, "output.trace": "true",
             "output.plot_interval": 0, "output.checkpoint_interval": 0,
             "mesh.max_levels": application.levels()}
    cells, dimension = run(program, kernel, given)
    columns = zip(*(homogeneity(each, dimension, application.levels()) for each in cells))
    return [(statistics.fmean(column), min(column), max(column)) for column in columns]


def known_kernels(program):
    listed = subprocess.run([program, "list", "kernels", "--json"], check=True, text=True,
                            stdout=subprocess.PIPE).stdout
    return {json.loads(line)["name"] for line in listed.splitlines()}


def numbers(values):
    return " ".join(f"{value:.3f}" for value in values)


def distance(ours, theirs):
    """Mean of the differences over levels."""
    return statistics.fmean(abs(a - b) for a, b in zip(ours, theirs))


def what_drives(found, published):
    """A row that says which choices move H most, and which comes nearest to what was published."""
    base = found["flags as the kernel has them"]
    moves = sorted(((distance(means, base), words) for words, means in found.items()
                    if means is not base), reverse=True)
    off, nearest = min((distance(means, published), words) for words, means in found.items())
    return ("what moves H, mean over levels",
            ", ".join(f"{words} by {moved:.3f}" for moved, words in moves),
            f"nearest to the published: {nearest}, off by {off:.3f}", "-")


def carry_out(options, kernel):
    application = APPLICATIONS[kernel]
    rows, found = [], {}
    steps = 4 if options.quick else application.steps
    for words, settings in variants(application)[:1 if options.quick else None]:
        columns = averages(options.program, kernel, application, settings, steps)
        found[words] = [mean for mean, _, _ in columns]
        ranges = ", ".join(f"{least:.2f}-{most:.2f}" for _, least, most in columns)
        rows.append((f"H(0), H(1), ... {words}, {steps} steps", numbers(found[words]),
                     f"published {numbers(application.published)}", "-"))
        print(f"{kernel}, {words}: {rows[-1][1]} ({rows[-1][2]}; range {ranges})", flush=True)
    if not options.quick:
        rows.append(what_drives(found, application.published))
        results.record(f"{NAME} {kernel}", rows, 1, f"experiments/homogeneity.py {NAME} {kernel}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name", choices=["list", NAME])
    parser.add_argument("kernels", nargs="*", metavar="KERNEL",
                        help="all if none: " + " ".join(APPLICATIONS))
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build" / "evenkeel")
    options = parser.parse_args()
    options.program = options.program.resolve()
    if unknown := set(options.kernels) - set(APPLICATIONS):
        parser.error(f"no {', '.join(sorted(unknown))}; known: {' '.join(APPLICATIONS)}")
    if options.name == "list":
        print(f"{NAME} {EXPERIMENTS[NAME].about}")
        return 0
    known = known_kernels(options.program)
    for kernel in options.kernels or APPLICATIONS:
        if kernel in known:
            carry_out(options, kernel)
        else:
            print(f"{kernel}: not among the kernels of {options.program.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
