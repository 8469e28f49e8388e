# SPDX-License-Identifier: BSD-3-Clause
"""Virtual hosts from Python: with VirtualHosts("conf/s000.conf") as hosts: hosts.mpirun([...])."""
import os
import pathlib
import signal
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
VCLUSTER = str(HERE / "vcluster")


def missing():
    """Why virtual hosts cannot be made here; empty where they can."""
    found = subprocess.run([VCLUSTER, "check"], capture_output=True, text=True)
    return found.stderr.strip() if found.returncode else ""


def name_of(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:                                     # it has ended
        return None


class VirtualHosts:
    """A cluster that is up inside the `with`. Its name is its own, so several can live at once."""

    def __init__(self, description, **environment):
        self.description = str(HERE / "conf" / description)
        name = f"py{os.getpid()}"
        self.environment = dict(os.environ, VC=name, **environment)

    def __enter__(self):
        try:
            self.call("up", self.description)
        except BaseException:                           # Ctrl-C among them
            self.call("down")
            raise
        return self

    def __exit__(self, *_):
        self.call("down")

    def call(self, *arguments):
        """Runs a vcluster command, returns what it printed; raises if it failed."""
        done = subprocess.run([VCLUSTER, *arguments], env=self.environment, text=True,
                              capture_output=True)
        if done.returncode:
            raise RuntimeError(f"vcluster {' '.join(arguments)}: {done.stderr.strip()}")
        return done.stdout

    def start(self, host, command):
        """Starts a command on a host; returns its Popen, which the caller ends."""
        return subprocess.Popen([VCLUSTER, "exec", host, *command], env=self.environment)

    def pids(self, host, program):
        """Processes of a host that run `program`, as the machine numbers them."""
        return [int(pid) for pid in self.call("pids", host).split() if name_of(pid) == program]

    def kill(self, host, program):
        for pid in self.pids(host, program):
            os.kill(pid, signal.SIGKILL)

    def mpirun(self, command, log):
        """Starts mpirun over all slots, output to file `log`; returns the Popen."""
        with open(log, "w") as stream:
            return subprocess.Popen([VCLUSTER, "mpirun", *command], env=self.environment,
                                    stdout=stream, stderr=subprocess.STDOUT)

    def quotas(self):
        """CPU quota of each host [core], in order."""
        return [float(line.split()[2]) for line in self.call("hosts").splitlines()[1:]]
