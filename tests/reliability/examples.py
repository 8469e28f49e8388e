#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Every example of a kernel ends on three ranks as on one, to the last bit, after a few steps.

usage: examples.py PROGRAM FOLDER
"""
import json
import sys

from runs import HERE, Bench, end_of, expect

STEPS = 6  # the second regrid is behind them


def main():
    program, folder = sys.argv[1:]
    bench = Bench(program, folder)
    kernels = [json.loads(line)["name"]
               for line in bench.ask("list", "kernels", "--json").splitlines()]
    expect(len(kernels) > 0, "no kernels")
    settings = ["-s", f"time.steps={STEPS}", "-s", f"output.checkpoint_interval={STEPS}",
                "-s", "output.plot_interval=0", "-s", "partition.granularity=2"]
    for kernel in kernels:
        case = next((HERE.parent.parent / "examples").glob(f"*/{kernel}.toml"))
        ends = {}
        for ranks in (1, 3):
            bench.run(case.with_suffix(""), ranks, f"{kernel}-{ranks}", settings)
            ends[ranks] = bench.checksum(f"{kernel}-{ranks}")
            expect(ends[ranks][0] == STEPS, f"{kernel}: ends at step {ends[ranks][0]}")
        expect(ends[1] == ends[3], f"{kernel}: one rank and three end differently: {ends}")
        print(f"{kernel}: one rank and three end alike", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(end_of(main))
