# SPDX-License-Identifier: BSD-3-Clause
"""Simulations from Python: replays of traces and grids of sites, two at a time."""
import concurrent.futures
import json
import os
import pathlib
import statistics
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
TRACES = pathlib.Path(__file__).with_name("traces")
AT_ONCE = 2


class Simulator:
    """Runs `evenkeel replay` and `evenkeel grid`; keeps files it makes up in a folder."""

    def __init__(self, program, folder):
        self.program = str(program)
        self.folder = folder
        self.lock = threading.Lock()
        folder.mkdir(parents=True, exist_ok=True)

    def call(self, *words):
        """What a command prints; ends the process if it fails."""
        done = subprocess.run([self.program, *map(str, words)], capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{done.stderr.strip()}\n{self.program} {' '.join(map(str, words))}")
        return done.stdout

    def cost_of(self, *words):
        """Seconds on the wall, of processors, and the most memory of a command [byte]."""
        start = time.monotonic()
        command = subprocess.Popen([self.program, *map(str, words)], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(command.pid, 0)
        if status:
            sys.exit(f"exit status {status}: {' '.join(map(str, words))}")
        wall = time.monotonic() - start
        return wall, usage.ru_utime + usage.ru_stime, 1024 * usage.ru_maxrss

    def replay(self, trace, *words, costs):
        """Summaries of one replay or sweep. costs: constants of the processor, {name: value}."""
        settings = [word for name, value in costs.items()
                    for word in ("-s", f"cost.{name}={value}")]
        return [json.loads(line) for line in
                self.call("replay", trace, *words, *settings, "--json", "--quiet").splitlines()]

    def equal_hosts(self, hosts, link):
        """A platform file of equal hosts behind links (bandwidth, latency)."""
        path = self.folder / f"equal{hosts}.xml"
        with self.lock:
            self.call("platform", "--hosts", hosts, "--bandwidth", link[0], "--latency", link[1],
                      "--out", path, "--force")
        return path

    def profile(self, name, points):
        """An availability that follows straight lines between points (time, value)."""
        path = self.folder / f"{name}.csv"
        fresh = path.with_suffix(f".{threading.get_ident()}")
        fresh.write_text("time,availability,ramp\n" +
                         "".join(f"{time},{value}\n" for time, value in points))
        return fresh.replace(path)  # a replay beside this one may be reading the old file

    def grid(self, name, text):
        """Summary of `evenkeel grid` on an experiment's TOML."""
        path = self.folder / f"{name}.toml"
        path.write_text(text)
        return json.loads(self.call("grid", path, "--json"))


def in_turn(tasks):
    """What each of tasks {name: function} returns, two at a time, with progress."""
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        running = {name: pool.submit(task) for name, task in tasks.items()}
        found = {}
        for number, (name, future) in enumerate(running.items()):
            found[name] = future.result()
            print(f"  {number + 1} of {len(running)}: {name}", flush=True)
        return found


def mean_and_error(values):
    """Mean, and the standard error of the mean."""
    error = statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0
    return statistics.mean(values), error


def percent(values):
    mean, error = mean_and_error([100 * value for value in values])
    return f"{mean:.1f} %" + (f" ± {error:.1f}" if len(values) > 1 else "")
