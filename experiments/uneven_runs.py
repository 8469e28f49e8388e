# SPDX-License-Identifier: BSD-3-Clause
"""Runs of evenkeel on virtual hosts, with what may disturb them."""
import contextlib
import dataclasses
import json
import os
import pathlib
import shutil
import signal
import sys
import threading
import time


@dataclasses.dataclass
class Variant:
    """One way to run a case: settings of the program, and what disturbs it meanwhile."""
    settings: dict                       # {"time.steps": 4}
    disturb: object = None               # function (hosts, name of the program) -> context manager


def run(hosts, program, case, variant, out):
    """One run on all slots of the hosts; returns its summary. Ends the process if it fails."""
    shutil.rmtree(out, ignore_errors=True)
    out.parent.mkdir(parents=True, exist_ok=True)
    log = out.with_suffix(".log")
    keys = [word for key, value in variant.settings.items() for word in ("-s", f"{key}={value}")]
    command = [str(program), "run", str(case), *keys, "--out", str(out)]
    disturb = variant.disturb or (lambda *_: contextlib.nullcontext())
    with disturb(hosts, pathlib.Path(program).name):
        status = hosts.mpirun(command, log).wait()
    if status:
        sys.exit(f"exit status {status}: {' '.join(command)}\n{log.read_text()[-2000:]}")
    return json.loads((out / "summary.json").read_text())


def interleaved(hosts, program, case, variants, repeats, out):
    """Runs the variants in turn, A B A B; returns the summaries of each: {name: [...]}."""
    found = {name: [] for name in variants}
    for repeat in range(repeats):
        for name, variant in variants.items():
            summary = run(hosts, program, case, variant, out / f"{name}{repeat}")
            print(f"  {name} {repeat + 1}/{repeats}: {summary['wall_s']:.2f} s, imbalance "
                  f"{100 * summary['imbalance_mean']:.1f} %, delivered efficiency "
                  f"{100 * summary['delivered_efficiency']:.1f} %", flush=True)
            found[name].append(summary)
    return found


@contextlib.contextmanager
def hog(hosts, _):
    """An endless loop beside rank 1, in its host and so on its core."""
    process = hosts.start("n2", ["sh", "-c", "while :; do :; done"])
    try:
        yield
    finally:
        hosts.kill("n2", "sh")
        process.wait()


@contextlib.contextmanager
def stopped(hosts, program, period=0.1, part=0.6):
    """Rank 1 is stopped for `part` of every `period` [s]."""
    done = threading.Event()
    stops = 0

    def cycle():
        nonlocal stops
        with contextlib.suppress(PermissionError):       # to wake on time beside busy ranks
            os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
        while not (ranks := hosts.pids("n2", program)) and not done.wait(0.05):
            pass
        while not done.is_set():
            for name, share in ((signal.SIGSTOP, part), (signal.SIGCONT, 1 - part)):
                for pid in ranks:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, name)
                        stops += name == signal.SIGSTOP
                time.sleep(share * period)

    thread = threading.Thread(target=cycle)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
    if not stops:
        sys.exit(f"no process {program} was found on n2 to be stopped")


def events(out, kind):
    """The events of one kind of a run directory."""
    lines = (out / "events.ndjson").read_text().splitlines()
    return [event for event in map(json.loads, lines) if event["kind"] == kind]
