#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs on virtual hosts and their replays: how far off is what a simulation says?

usage: predicted.py list | all | NAME... [--repeats N] [--steps N] [--quick] [--program FILE]

Runs a kernel on four equal hosts and on 0.16/0.19/0.31/0.34 of a core, with equal and with managed
shares, and alone. The runs alone and with equal shares on equal hosts calibrate; all others are
predicted from that, from their traces and from the quotas. Puts the rows into
experiments/results.md.
"""
import dataclasses
import json
import statistics
import subprocess
import sys
import tomllib

from experiment import EQUAL, MANAGED, Experiment, main, median_time, pace, spread, times
from uneven_runs import Variant, command, fresh, summary_of

PERIOD = "10ms"                       # of the virtual hosts' quotas
TRACED = {"output.trace": "true"}
WITHIN = 0.10
SHARES = {"equal": ("none", "equal"), "managed": ("cost_benefit", "measured")}


def alone(_, program, case, variant, out):
    """One rank on a whole core, outside of the hosts."""
    fresh(out)
    subprocess.run([*command(program, case, variant.settings, out), "--quiet"], check=True)
    return summary_of(out)


VARIANTS = {"alone": Variant(EQUAL | TRACED, carry_out=alone), "equal": Variant(EQUAL | TRACED),
            "managed": Variant(MANAGED | TRACED)}


def platform(quotas, path):
    """The virtual hosts as `evenkeel replay` reads them."""
    hosts = "".join(f"""
  <host id="n{number}" speed="1Gf"><prop id="quota" value="{quota}"/>
    <prop id="quota_period" value="{PERIOD}"/></host>
  <link id="l{number}" bandwidth="1Gbps" latency="30us"/>
  <host_link id="n{number}" up="l{number}" down="l{number}"/>"""
                    for number, quota in enumerate(quotas, start=1))
    path.write_text(f'<platform version="4.1"><zone id="hosts" routing="Cluster">{hosts}</zone>'
                    "</platform>")
    return path


class Predictor:
    """Calibrated by runs on equal hosts; replays others."""

    def __init__(self, equal_hosts):
        self.program = str(equal_hosts.program)
        repeats = range(len(equal_hosts.runs["equal"]))
        self.calibration = equal_hosts.out / "calibration.json"
        self.call("calibrate", *(equal_hosts.out / f"{variant}{repeat}" for repeat in repeats
                                 for variant in ("alone", "equal")), "--out", self.calibration)

    def call(self, *words):
        return subprocess.run([self.program, *map(str, words)], check=True, capture_output=True,
                              text=True).stdout

    def seconds(self, measured, variant):
        """What the replay of the first such run takes."""
        policy, capacity = SHARES[variant]
        out = measured.out / f"{variant}0"
        case = tomllib.loads((out / "config.toml").read_text())
        hosts = platform(measured.quotas, measured.out / "hosts.xml")
        return json.loads(self.call(
            "replay", out / "trace.ndjson", "--platform", hosts, "--policy", policy, "--capacity",
            capacity, "--method", case["partition"]["method"], "--granularity",
            case["partition"]["granularity"], "-s", f"cost.max_box={case['mesh']['max_box']}",
            "--sense-interval", case["manage"]["sense_interval"], "--calibration",
            self.calibration, "--steps", summary_of(out)["steps"], "--json", "--quiet"))["wall_s"]


@dataclasses.dataclass
class Prediction:
    machine: str
    variant: str
    took: float                # [s]
    took_as_calibrated: float  # [s], had processors been as fast as in the calibrating runs
    said: float                # [s], by the replay


def predictions(found):
    """All of {machine: Measured}."""
    predictor = Predictor(found["equal4"])
    calibrated = statistics.median(map(pace, found["equal4"].runs["equal"]))

    def prediction(machine, measured, variant):
        as_calibrated = [run["wall_s"] * pace(run) / calibrated for run in measured.runs[variant]]
        return Prediction(machine, variant, median_time(measured, variant),
                          statistics.median(as_calibrated), predictor.seconds(measured, variant))
    return [prediction(machine, measured, variant) for machine, measured in found.items()
            for variant in SHARES]


def rows(found):
    for each in predictions(found):
        figure = f"{each.machine}, {each.variant} shares: predicted / taken"
        between = spread(times(found[each.machine].runs[each.variant]))
        yield figure, f"{each.said / each.took:.3f}", f"1 +- {WITHIN:.2f}", between
        yield (f"{figure}, processors as fast as when calibrating",
               f"{each.said / each.took_as_calibrated:.3f}", f"1 +- {WITHIN:.2f}", "-")


MACHINES = {"equal4": "equal4.conf", "s000": "s000.conf"}
EXPERIMENTS = {
    "rm2d": Experiment("RM2D, 4.7 million cells", MACHINES, VARIANTS, rows,
                       case="../tests/cluster/short.toml"),
    "rm3d": Experiment("RM3D, two levels", MACHINES, VARIANTS, rows,
                       case="uneven_rm3d.toml",
                       settings={"domain.cells": "[288,72,72]", "time.steps": 40,
                                 "manage.sense_interval": "300ms"}),
}

if __name__ == "__main__":
    sys.exit(main("predicted.py", EXPERIMENTS, __doc__))
