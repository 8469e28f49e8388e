# SPDX-License-Identifier: BSD-3-Clause
"""Runs of evenkeel on virtual hosts, with what may disturb them."""
import contextlib
import dataclasses
import itertools
import json
import os
import pathlib
import shutil
import signal
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
from run_directory import events, summary_of  # noqa: E402, F401

SHORT = 1        # the program's exit status when it ran out of its memory


@dataclasses.dataclass
class Variant:
    """One way to run a case: settings of the program, and what disturbs it meanwhile."""
    settings: dict                       # {"time.steps": 4}
    disturb: object = None               # function (hosts, program, run directory) -> context
    carry_out: object = None             # in place of run()
    may_stop: bool = False               # short of memory, with a checkpoint


def command(program, case, settings, out):
    keys = [word for key, value in settings.items() for word in ("-s", f"{key}={value}")]
    return [str(program), "run", str(case), *keys, "--out", str(out)]


def fresh(out):
    """A path for a run directory where there is none; returns that of its log."""
    shutil.rmtree(out, ignore_errors=True)
    out.parent.mkdir(parents=True, exist_ok=True)
    return out.with_suffix(".log")


def run(hosts, program, case, variant, out):
    """One run on all slots of the hosts; returns its summary. Ends the process if it fails."""
    log = fresh(out)
    words = command(program, case, variant.settings, out)
    disturb = variant.disturb or (lambda *_: contextlib.nullcontext())
    with disturb(hosts, pathlib.Path(program), out):
        status = hosts.mpirun(words, log).wait()
    if status and not (variant.may_stop and status == SHORT):
        sys.exit(f"exit status {status}: {' '.join(words)}\n{log.read_text()[-2000:]}")
    return summary_of(out)


def interleaved(hosts, program, case, variants, repeats, out):
    """Runs the variants in turn, A B A B; returns the summaries of each: {name: [...]}."""
    found = {name: [] for name in variants}
    for repeat in range(repeats):
        for name, variant in variants.items():
            summary = (variant.carry_out or run)(hosts, program, case, variant,
                                                 out / f"{name}{repeat}")
            print(f"  {name} {repeat + 1}/{repeats}: {summary['wall_s']:.2f} s, imbalance "
                  f"{100 * summary['imbalance_mean']:.1f} %, delivered efficiency "
                  f"{100 * summary['delivered_efficiency']:.1f} %", flush=True)
            found[name].append(summary)
    return found


@contextlib.contextmanager
def hog(hosts, *_):
    """An endless loop beside rank 1, in its host and so on its core."""
    process = hosts.start("n2", ["sh", "-c", "while :; do :; done"])
    try:
        yield
    finally:
        hosts.kill("n2", "sh")
        process.wait()


@contextlib.contextmanager
def stopped(hosts, program, _, period=0.1, part=0.6):
    """Rank 1 is stopped for `part` of every `period` [s]."""
    done = threading.Event()
    stops = 0

    def cycle():
        nonlocal stops
        with contextlib.suppress(PermissionError):       # to wake on time beside busy ranks
            os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
        while not (ranks := hosts.pids("n2", program.name)) and not done.wait(0.05):
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


def set_quotas(hosts, quotas):
    """Quotas by the number of the host: {2: 0.1}."""
    for host, quota in quotas.items():
        hosts.call("set", f"n{host}", f"cpus={quota}")


@contextlib.contextmanager
def in_background(work):
    """Runs work(done) beside the block; `done` is set at its end."""
    done = threading.Event()
    thread = threading.Thread(target=work, args=(done,))
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


@contextlib.contextmanager
def restored(hosts):
    """Quotas after the block are as they were before."""
    before = dict(enumerate(hosts.quotas(), start=1))
    try:
        yield
    finally:
        set_quotas(hosts, before)


def steps_done(out):
    path = out / "events.ndjson"
    lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    steps = [json.loads(line)["step"] for line in lines[-4:] if line.endswith(b"\n")]
    return max(steps, default=0)


def changing(*changes):
    """Quotas change when the run has made so many steps: (step, {host: quota}), ..."""
    @contextlib.contextmanager
    def disturb(hosts, _, out):
        def follow(done):
            for step, quotas in changes:
                while steps_done(out) < step and not done.wait(0.05):
                    pass
                if not done.is_set():
                    set_quotas(hosts, quotas)
        with restored(hosts), in_background(follow):
            yield
    return disturb


def flickering(period, *states):
    """Quotas go round through some states, `period` [s] each, after one period as they are."""
    @contextlib.contextmanager
    def disturb(hosts, *_):
        def turn(done):
            done.wait(period)
            for state in itertools.cycle(states):
                set_quotas(hosts, state)
                if done.wait(period):
                    return
        with restored(hosts), in_background(turn):
            yield
    return disturb


def loaded(hosts_with_load, cpu=1.0, ramp="5s"):
    """The load generator on some hosts, by their numbers."""
    @contextlib.contextmanager
    def disturb(hosts, program, _):
        words = [str(program), "load", "--cpu", str(cpu), "--ramp", ramp, "--for", "1h"]
        generators = [hosts.start(f"n{host}", words) for host in hosts_with_load]
        try:
            yield
        finally:
            for process in generators:
                process.terminate()
            for host in hosts_with_load:
                hosts.kill(f"n{host}", program.name)
            for process in generators:
                process.wait()
    return disturb
