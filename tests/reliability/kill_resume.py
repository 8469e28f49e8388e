#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs killed at random moments and resumed end like the one that was left alone.

usage: kill_resume.py PROGRAM FOLDER [--kills N] [--seed N]

A rank, or the launcher and all ranks, gets SIGKILL at a moment drawn from the length of an
undisturbed run that writes a checkpoint at every second step. The run is then resumed, which starts
from the beginning where there was no checkpoint yet, and must end with the same checksum of the
solution.
"""
import argparse
import shutil
import signal
import sys
import time

from runs import Bench, end_of, expect, kill

CASE = "rm2d"
STEPS = ["-s", "time.steps=80"]


def undisturbed(bench):
    """Step and checksum at the end, and how long the run took, launch included [s]."""
    start = time.monotonic()
    bench.run(CASE, 2, "undisturbed", STEPS)
    return bench.checksum("undisturbed"), time.monotonic() - start


def killed_run(bench, out, length):
    """Starts a run and kills it; returns how far it came, or None when it was too fast."""
    ranks = bench.random.choice([2, 3])
    run = bench.start(CASE, ranks, out, STEPS)
    start = time.monotonic()
    moment = start + bench.random.uniform(0.0, length)
    while (time.monotonic() < moment or not run.ranks()) and not run.is_over():
        time.sleep(0.01)
    victims = run.ranks()
    if bench.random.random() < 0.25 or not victims:
        run.kill_all()
    else:
        kill(bench.random.choice(victims), signal.SIGKILL)
    code, _ = run.finish()
    if code == 0:
        return None
    steps = run.events("step")
    return steps[-1]["step"] if steps else 0


def resume(bench, out):
    """Continues to the end on a number of ranks of its own."""
    has_checkpoint = any((bench.folder / out).glob("chk?????"))
    run = bench.run(CASE, bench.random.choice([1, 2, 3]), out, [*STEPS, "--resume"])
    expect(has_checkpoint != ("starts from the beginning" in run.text),
           f"{out}, with{'' if has_checkpoint else 'out'} checkpoint: {run.text}")
    return has_checkpoint


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    bench = Bench(options.program, options.folder, options.seed)
    expected, length = undisturbed(bench)
    kills = resumed = tries = 0
    while kills < options.kills:
        tries += 1
        expect(tries <= 5 * options.kills, f"only {kills} of {tries} runs could be killed in time")
        out = f"run{tries}"
        step = killed_run(bench, out, length)
        if step is None:
            continue
        kills += 1
        from_checkpoint = resume(bench, out)
        resumed += from_checkpoint
        found = bench.checksum(out)
        expect(found == expected,
               f"{out}, killed at step {step}: ends with {found}, undisturbed {expected}")
        print(f"killed at step {step}, "
              f"{'resumed' if from_checkpoint else 'started again'}: same end", flush=True)
        shutil.rmtree(bench.folder / out)
    print(f"{kills} kills, {resumed} resumed from a checkpoint, all with checksum {expected[1]}")
    expect(resumed > 0, "no run had come to its first checkpoint")
    return 0


if __name__ == "__main__":
    sys.exit(end_of(main))
