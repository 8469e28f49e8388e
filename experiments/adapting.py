#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""How a managed run gets on with a machine that changes: figures on virtual hosts, beside targets.

usage: adapting.py list | all | NAME... [--repeats N] [--steps N] [--quick] [--program FILE]

As uneven.py does it. `oracle` is told every change of capacity at the step where it happens.
"""
import json
import pathlib
import subprocess
import sys
import time

from experiment import (EQUAL, LARGE, MANAGED, Experiment, compared, gain_rows, main,
                        on_one_machine)
from uneven_runs import (Variant, changing, command, events, flickering, fresh, restored, run,
                         set_quotas, steps_done, summary_of)

STEPS = {"mesh.regrid_interval": 4, "time.steps": 150}
# What is known for sure need not be weighed: new owners at every regrid.
TOLD = {"manage.policy": "reactive", "manage.every": 1}
START = [0.30, 0.30, 0.20, 0.20]
# Step, and the quotas from there on by the number of the host.
CHANGES = ((30, {1: 0.12}), (60, {3: 0.35}), (90, {1: 0.30, 2: 0.15}), (120, {3: 0.20, 4: 0.40}))


def going_on(steps):
    """Seconds of the pieces of a run but the first, by its step events.

    To start again is not counted: a piece's first step, in fresh memory, counts as its second does.
    """
    begins = [n for n in range(1, len(steps)) if steps[n]["t"] < steps[n - 1]["t"]]
    pieces = [steps[first:last] for first, last in zip(begins, [*begins[1:], len(steps)])]
    return sum(piece[-1]["t"] - piece[0]["t"] + piece[1]["seconds"] for piece in pieces)


def told(changes):
    """A run in pieces, with the true capacities given at every change. Files do not count."""
    def carry_out(hosts, program, case, variant, out):
        log = fresh(out)
        last = variant.settings["time.steps"]
        ends = [step for step, _ in changes] + [last]
        summaries = []
        with restored(hosts):
            for end, (_, quotas) in zip(ends, ((0, {}), *changes)):
                set_quotas(hosts, quotas)
                settings = variant.settings | {
                    "manage.capacity": "given", "machine.capacities": hosts.quotas(),
                    "time.steps": end, "output.checkpoint_interval": end}
                words = command(program, case, settings, out)
                if hosts.mpirun(words + ["--resume"] * bool(summaries), log).wait():
                    sys.exit(f"failed: {words}\n{log.read_text()[-2000:]}")
                summaries.append(summary_of(out))
        whole = dict(summaries[-1])
        whole["wall_s"] = (summaries[0]["wall_s"] - summaries[0]["io_s"]
                           + going_on(list(events(out, "step"))))
        for key in ("cell_updates", "cpu_s"):
            whole[key] = sum(piece[key] for piece in summaries)
        for key in ("compute_s", "compute_cpu_s", "wait_s"):      # by rank
            whole[key] = [sum(parts) for parts in zip(*(piece[key] for piece in summaries))]
        return whole
    return carry_out


def regrids_until_used(out, changes, interval):
    """After each change: regrids until the hosts that changed have their shares within 15 %."""
    quotas = dict(enumerate(START, start=1))
    decisions = events(out, "decide")
    waits = []
    for (step, change), following in zip(changes, [*changes[1:], (10**9, {})]):
        quotas |= change
        true = {host: quotas[host] / sum(quotas.values()) for host in change}
        right = [event["step"] for event in decisions if step <= event["step"] < following[0]
                 and event["repartition"]
                 and all(abs(event["capacity"][host - 1] - share) < 0.15 * share
                         for host, share in true.items())]
        waits.append(-(-(right[0] - step) // interval) if right else 99)
    return waits


@on_one_machine
def step_rows(measured):
    waits = regrids_until_used(measured.out / "managed0", CHANGES, STEPS["mesh.regrid_interval"])
    return [*compared(measured, "managed", "oracle", "managed / told", "<= 1.10"),
            *compared(measured, "equal", "oracle", "equal shares / told", "-"),
            ("regrids from a change to new shares in use, within 15 % of the true ones",
             ", ".join(map(str, waits)), "<= 3", "-")]


@on_one_machine
def flicker_rows(measured):
    return [*compared(measured, "managed", "none", "managed / not managed", "<= 1.03"),
            ("repartitions", str(measured.runs["managed"][0]["repartitions"]), "-", "-")]


@on_one_machine
def drum_rows(measured):
    return gain_rows(measured, 0.90)


def solution(program, out):
    done = subprocess.run([str(program), "checkpoint", "info", "--json", str(out / "latest")],
                          capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["checksum"]


def losing(hosts, program, case, variants, repeats, out):
    """A run left alone, and one whose rank on n2 is killed, which the other hosts then resume."""
    found = {"alone": [], "killed": []}
    settings = variants["alone"].settings
    for repeat in range(repeats):
        alone = out / f"alone{repeat}"
        run(hosts, program, case, variants["alone"], alone)
        killed = out / f"killed{repeat}"
        words = command(program, case, settings, killed)
        log = fresh(killed)
        process = hosts.mpirun(words, log)
        while steps_done(killed) < settings["time.steps"] // 2 + 5:   # between two checkpoints
            if process.poll() is not None:
                sys.exit(f"ended too soon: {log.read_text()[-2000:]}")
            time.sleep(0.05)
        hosts.kill("n2", pathlib.Path(program).name)
        process.wait()
        stopped_at = steps_done(killed)
        rest = ["-np", "3", "--host", "n1,n3,n4"]
        status = hosts.mpirun([*rest, *words, "--resume"], log).wait()
        if status:
            sys.exit(f"not resumed: {log.read_text()[-2000:]}")
        found["alone"].append(summary_of(alone) | {"solution": solution(program, alone)})
        found["killed"].append(summary_of(killed) | {"solution": solution(program, killed),
                                                     "stopped_at": stopped_at})
    return found


@on_one_machine
def loss_rows(measured):
    pairs = list(zip(measured.runs["alone"], measured.runs["killed"]))
    same = sum(a["solution"] == b["solution"] for a, b in pairs)
    total = measured.runs["alone"][0]["steps"]
    first = measured.runs["killed"][0]
    return [("runs resumed on the rest with the solution of the run left alone",
             f"{same} of {len(pairs)}", "all", "-"),
            ("steps done twice", str(first["stopped_at"] - (total - first["steps"])),
             "less than between checkpoints (10)", "-")]


EXPERIMENTS = {
    "steps": Experiment(
        "RM2D, four changes of capacity, against a run that is told", {"": START},
        {"oracle": Variant(TOLD, carry_out=told(CHANGES)),
         "managed": Variant(MANAGED, changing(*CHANGES)),
         "equal": Variant(EQUAL, changing(*CHANGES))}, step_rows, settings=STEPS,
        quick_steps=None),
    "flicker": Experiment(
        "RM2D, load that moves between two of four hosts every 1.5 s", {"": "equal4.conf"},
        {"none": Variant(EQUAL, flickering(1.5, {1: 0.35, 2: 0.15}, {1: 0.15, 2: 0.35})),
         "managed": Variant(MANAGED, flickering(1.5, {1: 0.35, 2: 0.15}, {1: 0.15, 2: 0.35}))},
        flicker_rows, settings={"domain.cells": "[6144,1536]", "mesh.regrid_interval": 4,
                                "time.steps": 150}),
    "drum8": Experiment(
        "RM2D on 4 x 0.15 and 4 x 0.10 of a core (Faik et al. 2005, h = 1.5)", {"": "drum8.conf"},
        {"equal": Variant(EQUAL), "managed": Variant(MANAGED)}, drum_rows,
        case="uneven_rm2d.toml", settings=LARGE | {"time.steps": 40}),
    "drum8_laplace": Experiment(
        "LAPLACE, 17 adaptations, on 4 x 0.15 and 4 x 0.10 of a core (Faik et al. 2005)",
        {"": "drum8.conf"}, {"equal": Variant(EQUAL), "managed": Variant(MANAGED)}, drum_rows,
        case="uneven_laplace.toml",
        note="ranks wait for each other and for the wire half of the time; those that wait have "
             "their quota whole and compute in bursts, so that the rates that the second row "
             "divides by depend on the shares"),
    "lost": Experiment(
        "RM2D, a rank killed and its host lost", {"": "equal4.conf"}, {"alone": Variant(MANAGED)},
        loss_rows, settings={"time.steps": 40, "output.checkpoint_interval": 10},
        carry_out=losing, quick_steps=None),
}

if __name__ == "__main__":
    sys.exit(main("adapting.py", EXPERIMENTS, __doc__))
