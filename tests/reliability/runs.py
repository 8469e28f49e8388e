# SPDX-License-Identifier: BSD-3-Clause
"""Starting, watching, stopping and comparing runs, for the tests beside this file."""
import atexit
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import time

HERE = pathlib.Path(__file__).resolve().parent
LIMIT = 120.0  # [s] for one run


class Failure(Exception):
    """What was expected and what was found."""


def expect(holds, text):
    if not holds:
        raise Failure(text)


def end_of(main):
    """The exit status of a test: main's, or what failed."""
    try:
        return main()
    except Failure as failure:
        return f"FAILED: {failure}"


def case(name):
    return HERE / f"{name}.toml"


class Bench:
    """A program and a folder for its runs, where also goes what killed MPI leaves behind."""

    def __init__(self, program, folder, seed=1):
        self.program = str(pathlib.Path(program).resolve())
        self.folder = pathlib.Path(folder).resolve()
        subprocess.run(["umount", str(self.folder / "disk")], stderr=subprocess.DEVNULL)
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self.random = random.Random(seed)
        atexit.register(self.end_all)
        self.started = []

    def end_all(self):
        """What a test that failed has left running."""
        for run in self.started:
            if not run.is_over():
                run.kill_all()

    def command(self, name, ranks, out, arguments=()):
        launch = ["mpirun", "-np", str(ranks)] if ranks > 1 else []
        return launch + [self.program, "run", str(case(name)), "--quiet", "--out",
                         str(self.folder / out), *map(str, arguments)]

    def environment(self):
        # Session files and shared segments.
        scratch = self.folder / "mpi"
        scratch.mkdir(exist_ok=True)
        return dict(os.environ, TMPDIR=str(scratch), OMPI_MCA_orte_tmpdir_base=str(scratch),
                    OMPI_MCA_btl_vader_backing_directory=str(scratch))

    def start(self, name, ranks, out, arguments=(), wrapper=()):
        """A run in the background, in a process group of its own."""
        command = [*wrapper, *self.command(name, ranks, out, arguments)]
        process = subprocess.Popen(command, env=self.environment(), text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   start_new_session=True)
        self.started.append(Run(process, self.folder / out, pathlib.Path(self.program).name[:15]))
        return self.started[-1]

    def run(self, name, ranks, out, arguments=(), code=0, wrapper=()):
        """A run to its end, which must be `code`."""
        run = self.start(name, ranks, out, arguments, wrapper)
        found, text = run.finish()
        expect(found == code, f"{out}: exit {found}, expected {code}\n{text}")
        return run

    def ask(self, *words, code=0):
        """What another command of the program prints."""
        done = subprocess.run([self.program, *map(str, words)], text=True, timeout=LIMIT,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        expect(done.returncode == code, f"{words}: exit {done.returncode}, expected {code}\n"
                                        f"{done.stdout}")
        return done.stdout

    def info(self, out):
        return json.loads(self.ask("checkpoint", "info", "--json", self.folder / out))

    def checksum(self, out):
        """Step and checksum of the newest checkpoint."""
        info = self.info(out)
        return info["step"], info["checksum"]

    def summary(self, out):
        return json.loads((self.folder / out / "summary.json").read_text())


class Run:
    """A run in the background."""

    def __init__(self, process, directory, program):
        self.process = process
        self.directory = directory
        self.program = program
        self.text = None

    def is_over(self):
        return self.process.poll() is not None

    def ranks(self):
        """Process ids of the ranks: those of this run that are the program."""
        found = []
        for entry in pathlib.Path("/proc").iterdir():
            try:
                if entry.name.isdigit() and os.getsid(int(entry.name)) == self.process.pid:
                    if (entry / "comm").read_text().strip() == self.program:
                        found.append(int(entry.name))
            except (OSError, ValueError):
                continue
        return sorted(found) or ([] if self.is_over() else [self.process.pid])

    def events(self, kind):
        """Whole lines of events.ndjson of one kind, so far."""
        path = self.directory / "events.ndjson"
        text = path.read_text() if path.exists() else ""
        events = [json.loads(line) for line in text.splitlines(True) if line.endswith("\n")]
        return [event for event in events if event["kind"] == kind]

    def wait_until(self, condition, what):
        """Polls; the run must not end before."""
        end = time.monotonic() + LIMIT
        while not condition():
            if self.is_over():
                raise Failure(f"{self.directory.name} ended before {what}\n{self.finish()[1]}")
            expect(time.monotonic() < end, f"{self.directory.name}: no {what} in {LIMIT} s")
            time.sleep(0.01)

    def wait_for_step(self, step):
        self.wait_until(lambda: any(e["step"] >= step for e in self.events("step")),
                        f"step {step}")

    def kill_all(self):
        """The launcher and all ranks at once."""
        pids = [*self.ranks(), self.process.pid]
        for pid in pids:
            kill(pid, signal.SIGKILL)

    def finish(self):
        """Exit code and what was printed."""
        if self.text is None:
            try:
                self.text = self.process.communicate(timeout=LIMIT)[0]
            except subprocess.TimeoutExpired:
                self.kill_all()
                self.text = self.process.communicate()[0] + f"\nno end in {LIMIT} s"
        return self.process.returncode, self.text


def kill(pid, number):
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass  # it ended by itself
