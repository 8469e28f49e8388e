# SPDX-License-Identifier: BSD-3-Clause
"""What the tests of sensors share: ports, daemons, and what `evenkeel sense --json` says."""
import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time

EVENKEEL = sys.argv[1]
SKIPPED = 77


def free_port(kind=socket.SOCK_STREAM):
    with socket.socket(socket.AF_INET, kind) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def sense(*sensors, interval="300ms", limit=20.0):
    """Readings by quantity, after two looks."""
    words = [EVENKEEL, "sense", "--json", "--interval", interval]
    for sensor in sensors:
        words += ["--sensor", sensor]
    done = subprocess.run(words, capture_output=True, text=True, timeout=limit)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert set(report) == {"host", "time", "readings"}, report
    return {each["quantity"]: each for each in report["readings"]}


def until(condition, seconds, what):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        result = condition()
        if result:
            return result
        time.sleep(0.2)
    raise AssertionError(f"{what} did not happen within {seconds} s")


@contextlib.contextmanager
def daemon(*words):
    log = tempfile.TemporaryFile()
    process = subprocess.Popen(words, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def program(name):
    return shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")


def near(reading, low, high):
    assert reading["value"] is not None, reading
    assert low <= reading["value"] <= high, reading


def memory_total():
    with open("/proc/meminfo", encoding="ascii") as file:
        return 1024 * int(file.readline().split()[1])


def run(*words):
    return subprocess.run([EVENKEEL, *words], capture_output=True, text=True, timeout=100,
                          check=False)
