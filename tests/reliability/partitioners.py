#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Every partitioner the program lists, in every form its choices offer, runs a small case on three
uneven ranks to the same last bit as one rank does, and on the way moves work between ranks.

usage: partitioners.py PROGRAM FOLDER
"""
import json
import sys

from runs import Bench, end_of, expect

STEPS = 6
COMMON = ["-s", f"time.steps={STEPS}", "-s", f"output.checkpoint_interval={STEPS}",
          "-s", "partition.granularity=2"]
UNEVEN = ["-s", "machine.capacities=[5,1,2]", "-s", "manage.capacity=given",
          "-s", "manage.policy=reactive"]


def forms(bench):
    """Pairs of a name and the settings that choose it."""
    keys = {line.split()[0] for line in bench.ask("explain").splitlines()}
    for line in bench.ask("list", "partitioners", "--json").splitlines():
        plugin = json.loads(line)
        yield plugin["name"], ["-s", f"partition.method={plugin['name']}"]
        for parameter in plugin["parameters"]:
            has_words = parameter["unit"] == "" and "," in parameter["allowed"]
            if has_words and f"partition.{parameter['name']}" not in keys:
                for word in parameter["allowed"].split(", "):
                    if word != parameter["default"]:
                        yield (f"{plugin['name']}-{parameter['name']}-{word}",
                               ["-s", f"partition.method={plugin['name']}",
                                "-s", f"partition.{parameter['name']}={word}"])


def main():
    bench = Bench(*sys.argv[1:3])
    bench.run("tp2d", 1, "alone", COMMON)
    wanted = bench.checksum("alone")
    count, still = 0, []
    for name, settings in forms(bench):
        bench.run("tp2d", 3, name, [*COMMON, *UNEVEN, *settings])
        found = bench.checksum(name)
        expect(found == wanted, f"{name}: ends with {found}, one rank with {wanted}")
        updates = bench.summary(name)["compute_s"]
        expect(len(updates) == 3, f"{name}: {len(updates)} ranks")
        if bench.summary(name)["migrated_bytes"] == 0:
            still.append(name)
        count += 1
    expect(count >= 4, f"only {count} partitioners are listed")
    expect(not still, f"never moved anything: {still}")
    print(f"{count} forms of partitioners end alike at step {wanted[0]}")


if __name__ == "__main__":
    sys.exit(end_of(main))
