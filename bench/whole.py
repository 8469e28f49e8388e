#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Whole runs of the peers' problems: cell updates per CPU second, memory, and where the time goes.

usage: whole.py [CASE...] [--repeats N] [--trios N] [--program PATH] [--micro PATH] [--quick]

Runs all cases in turn, then all again (A B A B), and takes medians. What two ranks cost is found by
trios of runs one right after the other: on one rank, on one beside another such run that goes on
all the while, and on two. The machine's pace, which changes from minute to minute, is the same in
all three. With --micro, the micro benchmarks follow. Writes bench/results.md.
--quick: two steps of each case, once, printed and not written.
"""
import argparse
import collections
import contextlib
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

import micro
import report
import sections
from cases import CASES, QUICK_STEPS

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results.md"
# As in cmake/EvenkeelModule.cmake: containers run as root and may have fewer cores than ranks.
MPI = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
       "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_hwloc_base_binding_policy": "none",
       "OMPI_MCA_mpi_yield_when_idle": "1", "OMPI_MCA_btl": "self,vader"}
ENDLESS = 10**9  # time steps


def settings_words(case, steps):
    settings = dict(case.settings)
    if steps:
        settings["time.steps"] = steps
    return [word for key, value in settings.items() for word in ("-s", f"{key}={value}")]


def command(program, case, ranks, steps, out):
    words = [str(program), "run", str(ROOT / "bench" / "cases" / f"{case.file}.toml"),
             *settings_words(case, steps), "--quiet", "--out", str(out)]
    return ["mpirun", "-np", str(ranks), *words] if ranks > 1 else words


def start(words, variables=None):
    return subprocess.Popen(words, env={**os.environ, **MPI, **(variables or {})},
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def finish(process):
    """Waits for the end. Ends if it failed."""
    said, _ = process.communicate()
    if process.returncode:
        sys.exit(f"exit status {process.returncode}: {' '.join(process.args)}\n{said[-2000:]}")


def expect_going(process):
    """Ends if an endless run has ended."""
    if process.poll() is not None:
        finish(process)
        sys.exit(f"ended too soon: {' '.join(process.args)}")


@contextlib.contextmanager
def neighbour(program, case, out):
    """Another run of the case on one rank, in its time loop all the while."""
    events = out / "events.ndjson"
    with start(command(program, case, 1, ENDLESS, out)) as process:
        try:
            while not (events.exists() and '"kind": "step"' in events.read_text()):
                expect_going(process)
                time.sleep(0.01)
            yield
            expect_going(process)
        finally:
            process.kill()


def run(program, case, ranks, steps=None, beside=False, variables=None):
    """One run, on its own or beside another one; returns its summary. Ends if it fails."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        if beside:
            stack.enter_context(neighbour(program, case, pathlib.Path(folder) / "neighbour"))
        out = pathlib.Path(folder) / "run"
        finish(start(command(program, case, ranks, steps, out), variables))
        return json.loads((out / "summary.json").read_text())


def variants(cases, options):
    """(case, what, program, steps, ranks, whether beside another) of every run, in turn."""
    for _ in range(options.repeats):
        for case in cases:
            yield case, "one", options.program, None, 1, False
    for _ in range(options.trios):
        for case in cases:
            if case.two_ranks:
                yield case, "alone", options.program, case.trio_steps, 1, False
                yield case, "beside", options.program, case.trio_steps, 1, True
                yield case, "two", options.program, case.trio_steps, 2, False


def measure(cases, options):
    """All runs: {case name: {variant: [summaries]}}."""
    found = {case.name: collections.defaultdict(list) for case in cases}
    for case, what, program, steps, ranks, beside in variants(cases, options):
        summary = run(program, case, ranks, QUICK_STEPS if options.quick else steps, beside)
        print(f"{case.name} {what}: {summary['updates_per_cpu_s'] / 1e6:.1f} M updates per CPU "
              "second", flush=True)
        found[case.name][what].append(summary)
    return found


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cases", nargs="*", metavar="CASE",
                        help="all if none: " + " ".join(case.name for case in CASES))
    parser.add_argument("--program", default=ROOT / "build" / "evenkeel", type=pathlib.Path)
    parser.add_argument("--micro", type=pathlib.Path, help="the program bench_micro")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--trios", type=int, default=5)
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    unknown = set(options.cases) - {case.name for case in CASES}
    if unknown:
        parser.error(f"no case {', '.join(sorted(unknown))}; known: "
                     + ", ".join(case.name for case in CASES))
    if options.quick:
        options.repeats = options.trios = 1
    return options


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that no neighbour is left behind
    options = parse()
    cases = [case for case in CASES if not options.cases or case.name in options.cases]
    load = [os.getloadavg()[0]]
    found = measure(cases, options)
    rows = micro.measure(options.micro, 1 if options.quick else 3) if options.micro else []
    load.append(os.getloadavg()[0])
    text = report.markdown(cases, found, rows, load, options)
    print(text)
    if not options.quick and not options.cases:
        RESULTS.write_text(text + "\n" + sections.all_of(RESULTS))


if __name__ == "__main__":
    main()
