#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Orders to a run: signals and files in control/.

usage: signals.py PROGRAM FOLDER
"""
import pathlib
import re
import signal
import sys

from runs import Bench, end_of, expect, kill

CASE = "rm2d"
QUICK = ["-s", "output.checkpoint_interval=0"]
LONG = [*QUICK, "-s", "time.steps=100000", "-s", "manage.policy=reactive"]


def resumes_to(bench, out, steps, more=()):
    """Continues to `steps`; the end is that of a run that nobody stopped."""
    end = [*QUICK, *more, "-s", f"time.steps={steps}"]
    bench.run(CASE, 1, f"{out}-undisturbed", [*end, "-s", "output.checkpoint_interval=1"])
    bench.run(CASE, 3, out, [*end, "--resume", "-s", "output.checkpoint_interval=1"])
    expect(bench.checksum(out) == bench.checksum(f"{out}-undisturbed"),
           f"{out}: resumed, it ends with {bench.checksum(out)}, undisturbed with "
           f"{bench.checksum(f'{out}-undisturbed')}")


def stopped_by(bench, out, order, ranks=2):
    """Gives the order after some steps; the run must stop with 75 and a checkpoint."""
    run = bench.start(CASE, ranks, out, LONG)
    run.wait_for_step(3)
    order(run)
    code, text = run.finish()
    expect(code == 75, f"{out}: exit {code}, expected 75\n{text}")
    step, _ = bench.checksum(out)
    expect(step >= 3, f"{out}: its checkpoint is of step {step}")
    resumes_to(bench, out, step + 3)
    print(f"{out}: exit 75 at step {step}, resumed to the same end", flush=True)


def write_order(run, name):
    (run.directory / "control" / name).touch()
    run.wait_until(lambda: not (run.directory / "control" / name).exists(), f"taking of '{name}'")


def orders_while_running(bench):
    """checkpoint, plot, repartition and resense are carried out and the run goes on."""
    run = bench.start(CASE, 2, "orders", [*LONG, "-s", "manage.sense_interval=1h"])
    run.wait_for_step(2)
    (run.directory / "control" / "hello").touch()
    write_order(run, "checkpoint")
    run.wait_until(lambda: run.events("checkpoint"), "the checkpoint")
    write_order(run, "plot")
    run.wait_until(lambda: list(run.directory.glob("plt?????")), "the plot file")
    write_order(run, "repartition")
    run.wait_until(lambda: any(event["reason"] == "asked to repartition"
                               for event in run.events("decide")), "a decision of that order")
    before = len(run.events("sense"))
    write_order(run, "resense")
    run.wait_until(lambda: len(run.events("sense")) > before, "a look at the rates")
    step = run.events("step")[-1]["step"]
    run.wait_for_step(step + 2)
    expect((run.directory / "control" / "hello").exists(), "an unknown order was removed")
    write_order(run, "stop")
    code, text = run.finish()
    expect(code == 75, f"orders: exit {code}, expected 75\n{text}")
    resumes_to(bench, "orders", bench.checksum("orders")[0] + 3)
    print("orders: checkpoint, plot, repartition, resense carried out; stop: exit 75; resumed to "
          "the same end", flush=True)


def before_mpi(bench):
    """A signal that comes while MPI starts is remembered: no checkpoint, exit 75."""
    run = bench.start(CASE, 1, "early", LONG)
    status = pathlib.Path(f"/proc/{run.process.pid}/status")
    bit = 1 << (signal.SIGTERM - 1)
    run.wait_until(lambda: int(re.search(r"SigCgt:\s*(\w+)", status.read_text())[1], 16) & bit,
                   "handler")
    kill(run.process.pid, signal.SIGTERM)
    code, text = run.finish()
    expect(code == 75, f"early: exit {code}, expected 75\n{text}")
    print("early: exit 75", flush=True)


def short_of_memory(bench):
    """Beyond its budget a run stops with a checkpoint and says so: nobody has asked for that."""
    run = bench.run(CASE, 2, "memory", [*LONG, "-s", "memory.budget=1MiB"], code=1)
    expect("more than memory.budget = 1.00 MiB" in run.text, run.text)
    resumes_to(bench, "memory", bench.checksum("memory")[0] + 3)
    print("memory: exit 1 beyond the budget, resumed to the same end", flush=True)


def short_of_memory_for_grids(bench):
    """A region becomes too large for the budget: the step that its grids are for is not made."""
    grows = ["-s", "domain.cells=[512,128]", "-s", "mesh.max_levels=2", "-s",
             "mesh.regrid_interval=3", "-s", "mesh.region.a.least_level=1", "-s",
             "mesh.region.a.from=1e-9"]
    run = bench.run(CASE, 2, "grids", [*LONG, *grows, "-s", "memory.budget=36MiB"], code=1)
    expect("the new grids would take" in run.text, run.text)
    expect(bench.checksum("grids")[0] == 3, f"grids: a checkpoint of {bench.checksum('grids')}")
    resumes_to(bench, "grids", 5, grows)
    print("grids: exit 1 before grids that are too large, resumed to the same end", flush=True)


def short_of_file_size(bench):
    """A limit of the size of files is as a full disk: the run goes on without what it cannot write,
    and leaves nothing half done."""
    large = ["-s", "domain.cells=[1024,256]", "-s", "mesh.max_levels=2", "-s", "time.steps=2"]
    run = bench.run(CASE, 1, "files", large, wrapper=["prlimit", "--fsize=5000000"])
    expect("there will be no chk" in run.text, run.text)
    left = [path.name for path in run.directory.iterdir() if path.name.endswith(".tmp")]
    expect(not left, f"files: {left} left")
    print("files: ended without the checkpoints that it could not write", flush=True)


def end_of_launcher(bench):
    """SIGTERM to mpirun: it gives ranks little time. What is there can be resumed from."""
    run = bench.start(CASE, 2, "launcher", [*LONG, "-s", "output.checkpoint_interval=2"])
    run.wait_until(lambda: len(run.events("checkpoint")) > 1, "checkpoints")
    kill(run.process.pid, signal.SIGTERM)
    code, text = run.finish()
    expect(code != 0, f"launcher: exit 0\n{text}")
    step, _ = bench.checksum("launcher")
    resumes_to(bench, "launcher", step + 3)
    print(f"launcher: ended with {code}, resumed from step {step} to the same end", flush=True)


def main():
    bench = Bench(sys.argv[1], sys.argv[2])
    stopped_by(bench, "usr1-launcher", lambda run: kill(run.process.pid, signal.SIGUSR1))
    stopped_by(bench, "usr1-rank", lambda run: kill(run.ranks()[-1], signal.SIGUSR1))
    stopped_by(bench, "term-rank", lambda run: kill(run.ranks()[0], signal.SIGTERM))
    stopped_by(bench, "interrupt-alone", lambda run: kill(run.process.pid, signal.SIGINT), ranks=1)
    orders_while_running(bench)
    before_mpi(bench)
    short_of_memory(bench)
    short_of_memory_for_grids(bench)
    short_of_file_size(bench)
    end_of_launcher(bench)
    return 0


if __name__ == "__main__":
    sys.exit(end_of(main))
