#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Are runs on uneven virtual hosts predicted from runs on equal ones?

usage: replay_test.py PROGRAM RUN_DIR

Calibrates by a run of one rank and one of two on whole cores, runs on 0.16/0.19/0.31/0.34 of a core
with equal and with managed shares, and replays both. The times of a loaded machine say little:
there only the gain of managing is compared. Exits with 3 (skipped) where virtual hosts cannot be
made.
"""
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "experiments"), str(ROOT / "tools" / "vcluster")]
import virtual_hosts  # noqa: E402
from uneven_runs import Variant, run  # noqa: E402

CASE = pathlib.Path(__file__).with_name("short.toml")
BOX, GRANULARITY = 192, 24                     # of the case
PERIOD = "10ms"                                # of the virtual hosts' quotas
WITHIN = 0.10
SETTINGS = {"output.trace": "true", "manage.policy": "none"}
RUNS = {"equal": ("none", "equal"), "managed": ("cost_benefit", "measured")}


def platform(quotas):
    """The virtual hosts as `evenkeel replay` reads them."""
    hosts = "".join(f"""
  <host id="n{number}" speed="1Gf"><prop id="quota" value="{quota}"/>
    <prop id="quota_period" value="{PERIOD}"/></host>
  <link id="l{number}" bandwidth="1Gbps" latency="30us"/>
  <host_link id="n{number}" up="l{number}" down="l{number}"/>"""
                    for number, quota in enumerate(quotas, start=1))
    return f'<platform version="4.1"><zone id="hosts" routing="Cluster">{hosts}</zone></platform>'


def main():
    program, out = sys.argv[1], pathlib.Path(sys.argv[2])
    if why := virtual_hosts.missing():
        print(why)
        return 3

    def evenkeel(*words):
        return subprocess.run([program, *map(str, words)], check=True, capture_output=True,
                              text=True).stdout

    took, replayed = {}, {}
    with virtual_hosts.VirtualHosts("pair.conf") as hosts:
        run(hosts, program, CASE, Variant(SETTINGS), out / "two")
    subprocess.run(["rm", "-rf", out / "one"], check=True)
    evenkeel("run", CASE, "--quiet", "--out", out / "one", "-s", "output.trace=true")
    evenkeel("calibrate", out / "one", out / "two", "--out", out / "calibration.json")
    with virtual_hosts.VirtualHosts("s000.conf") as hosts:
        (out / "hosts.xml").write_text(platform(hosts.quotas()))
        for name, (policy, _) in RUNS.items():
            settings = SETTINGS | {"manage.policy": policy}
            took[name] = run(hosts, program, CASE, Variant(settings), out / name)["wall_s"]
    for name, (policy, capacity) in RUNS.items():
        replayed[name] = json.loads(evenkeel(
            "replay", out / name / "trace.ndjson", "--platform", out / "hosts.xml", "--method",
            "lpa", "--policy", policy, "--capacity", capacity, "--granularity", GRANULARITY,
            "--sense-interval", "300ms", "--calibration", out / "calibration.json", "-s",
            f"cost.max_box={BOX}", "--steps", 48, "--json", "--quiet"))["wall_s"]
    load = os.getloadavg()[0]
    failures = 0
    for name in RUNS:
        error = replayed[name] / took[name] - 1
        counts = load <= os.cpu_count() + 1
        failures += counts and abs(error) > WITHIN
        print(f"{name}: took {took[name]:.2f} s, replayed {replayed[name]:.2f} s: "
              f"{100 * error:+.1f} %{'' if counts else f' (machine load {load:.1f}: not judged)'}")
    ratios = [times["managed"] / times["equal"] for times in (took, replayed)]
    failures += abs(ratios[1] / ratios[0] - 1) > WITHIN
    print(f"managed / equal: {ratios[0]:.3f}, replayed {ratios[1]:.3f}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
