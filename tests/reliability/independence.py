#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The solution does not depend on ranks, boxes, partition, policy, rates or restarts: the checksum
of the last checkpoint is the same to the last bit. Nothing is lost or made in closed boxes. With
manage.deterministic decisions do not depend on how fast ranks are.

usage: independence.py PROGRAM FOLDER [--all]

By itself the runs of one case differ in several ways at once; --all varies one thing at a time.
"""
import argparse
import json
import sys

from runs import Bench, end_of, expect

CONSERVED = 1e-12


def settings(**values):
    return [word for key, value in values.items()
            for word in ("-s", f"{key.replace('__', '.')}={value}")]


TOGETHER = [
    (1, settings(mesh__max_box=64)),
    (2, settings(mesh__max_box=8, partition__method="gpa", manage__policy="reactive",
                 machine__inject=[1, 0.5])),
    (3, settings(mesh__max_box=16, partition__method="composite", manage__policy="none",
                 partition__granularity=2)),
    (4, settings(mesh__max_box=32, manage__policy="static", partition__curve="morton",
                 manage__capacity="given", machine__capacities=[5, 1, 0, 2])),
    (7, settings(partition__granularity=2, manage__sense_interval="1ms")),
]
ONE_BY_ONE = (
    [(ranks, []) for ranks in (1, 2, 3, 4, 7)] +
    [(3, settings(mesh__max_box=side)) for side in (8, 16, 32, 64)] +
    [(3, settings(partition__method=name)) for name in ("composite", "gpa", "ccp")] +
    [(3, settings(manage__policy=name)) for name in ("none", "static", "reactive",
                                                     "cost_benefit")] +
    [(3, settings(partition__granularity=side)) for side in (2, 4, 8)] +
    [(3, settings(partition__curve="morton")),
     (3, settings(machine__inject=[0.2, 1, 0.6], manage__policy="reactive",
                  manage__sense_interval="1ms")),
     (3, settings(manage__capacity="given", machine__capacities=[1, 0, 7]))])


def check_conservation(bench, out, names):
    drift = bench.summary(out)["conservation"]
    expect(set(drift) == names, f"{out}: conservation of {set(drift)}, expected {names}")
    for name, value in drift.items():
        expect(abs(value) <= CONSERVED, f"{out}: {name} drifts by {value}")
    return max(map(abs, drift.values()), default=0.0)


def check_case(bench, name, variants, conserved):
    """All variants, then a run of three parts on 2, 4 and 1 ranks."""
    found, drift = {}, 0.0
    for number, (ranks, arguments) in enumerate(variants):
        out = f"{name}-{number}"
        bench.run(name, ranks, out, arguments)
        found[out] = bench.checksum(out)
        drift = max(drift, check_conservation(bench, out, conserved))
    steps = next(iter(found.values()))[0]
    for ranks, end in ((2, steps // 3), (4, 2 * steps // 3), (1, steps)):
        resume = [] if end == steps // 3 else ["--resume"]
        run = bench.start(name, ranks, f"{name}-parts",
                          [*settings(time__steps=end, output__checkpoint_interval=1,
                                     manage__policy="reactive"), *resume])
        code, text = run.finish()
        expect(code == 0, f"{name}-parts: exit {code}\\n{text}")
    found[f"{name}-parts"] = bench.checksum(f"{name}-parts")
    drift = max(drift, check_conservation(bench, f"{name}-parts", conserved))
    expect(len(set(found.values())) == 1, f"{name}: the ends differ: {found}")
    told = f", drift at most {drift:.1e}" if conserved else ""
    print(f"{name}: {len(found)} runs end alike at step {steps}{told}", flush=True)


def decisions(bench, out):
    lines = (bench.folder / out / "events.ndjson").read_text().splitlines()
    found = [event for event in map(json.loads, lines) if event["kind"] == "decide"]
    return [[event[key] for key in ("step", "capacity", "repartition", "alternatives", "reason")]
            for event in found]


def check_determinism(bench):
    """Where no clock counts, ranks that are slowed decide as those that are not."""
    rule = settings(manage__deterministic="true", manage__capacity="given",
                    machine__capacities=[5, 1, 2])
    bench.run("rm2d", 3, "even", rule)
    bench.run("rm2d", 3, "slowed", [*rule, *settings(machine__inject=[0.5, 1, 0.2])])
    even, slowed = decisions(bench, "even"), decisions(bench, "slowed")
    expect(even == slowed, f"decisions differ: {even} and {slowed}")
    expect(any(repartition for _, _, repartition, _, _ in even[2:]), "nothing was decided")
    print(f"deterministic: {len(even)} decisions alike", flush=True)


def check_slowed_wells(bench):
    """What a kernel that solves refines from the start on, it does on slowed ranks, too."""
    bench.run("bl2d", 1, "wells")
    bench.run("bl2d", 2, "slowed_wells", settings(machine__inject=[1, 0.5]))
    even, slowed = bench.checksum("wells"), bench.checksum("slowed_wells")
    expect(even == slowed, f"bl2d: the ends differ: {even} and {slowed}")
    print("bl2d: wells refined on slowed ranks alike", flush=True)


def check_sources(bench):
    """Closed walls do not make a sum that wells or a mixed face change a conserved one."""
    walls = settings(domain__boundary_lower=["reflect"] * 2, domain__boundary_upper=["reflect"] * 2)
    for name in ("bl2d", "dmr"):
        bench.run(name, 1, f"{name}-closed", walls)
        check_conservation(bench, f"{name}-closed", set())
    print("wells and mixed faces: nothing is said to be conserved", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    bench = Bench(options.program, options.folder)
    variants = ONE_BY_ONE if options.all else TOGETHER
    check_case(bench, "rm2d", variants, set())
    check_case(bench, "tp2d", variants, {"u"})
    check_case(bench, "rm3d", variants, set())
    check_case(bench, "sedov2d", variants, {"density", "energy", "tracer_density"})
    check_determinism(bench)
    check_slowed_wells(bench)
    check_sources(bench)
    return 0


if __name__ == "__main__":
    sys.exit(end_of(main))
