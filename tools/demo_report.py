#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Say what managing gained over equal shares.

usage: demo_report.py --hosts 0.16,0.19,... EQUAL_RUN MANAGED_RUN
"""
import argparse
import pathlib

import numpy

import plotfile
from run_directory import events, ideal_gain, plot_files, summary_of


def decisions(run):
    """Sentences of the decisions that led to something, with when they were taken."""
    return [(event["t"], event["step"], event.get("reason", ""))
            for event in events(run, "decide") if event.get("repartition", True)]


def same_solution(runs):
    """Whether the last plot files agree to the last bit in all but who owns what."""
    plots = [plotfile.read(plot_files(run)[-1]) for run in runs]
    names = [name for name in plots[0].names if name not in ("rank", "cost", "capacity_share")]
    return all(numpy.array_equal(plots[0].uniform(name), plots[1].uniform(name))
               for name in names)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hosts", required=True, help="true speeds, comma separated")
    parser.add_argument("runs", nargs=2, type=pathlib.Path, metavar="RUN")
    options = parser.parse_args()
    hosts = [float(speed) for speed in options.hosts.split(",")]
    equal, managed = map(summary_of, options.runs)

    print(f"\n{'':16}{'wall time':>10}{'mean imbalance':>16}{'delivered efficiency':>22}")
    for name, run in (("equal shares", equal), ("managed", managed)):
        print(f"{name:16}{run['wall_s']:>8.1f} s{100 * run['imbalance_mean']:>14.1f} %"
              f"{100 * run['delivered_efficiency']:>20.1f} %")
    gain, ideal = 1 - managed["wall_s"] / equal["wall_s"], ideal_gain(hosts)
    print(f"\ngain {100 * gain:.1f} % of the time, of {100 * ideal:.1f} % that this machine allows "
          f"({100 * gain / ideal:.0f} % of the ideal)")
    found = managed["capacity"]
    print("capacities found " + ", ".join(f"{share / sum(found):.3f}" for share in found)
          + "; true " + ", ".join(f"{speed / sum(hosts):.3f}" for speed in hosts))
    print("both solutions agree to the last bit" if same_solution(options.runs)
          else "the two solutions differ: this should not be")
    print("\ndecisions of the managed run:")
    for time, step, reason in decisions(options.runs[1]):
        print(f"  {time:6.1f} s, step {step:3}: {reason}")
    print()


if __name__ == "__main__":
    main()
