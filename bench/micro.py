# SPDX-License-Identifier: BSD-3-Clause
"""Runs the micro benchmarks and puts their figures beside the targets."""
import dataclasses
import json
import subprocess
import sys


@dataclasses.dataclass(frozen=True)
class Figure:
    """A benchmark and the figure taken from it."""
    benchmark: str                  # its name; of several the median is taken
    about: str
    key: str = "cpu_time"           # a time in ms, or a counter
    target: float | None = None     # times: at most; rates: at least
    peers: str = "-"


FIGURES = [
    Figure("keys_2d/hilbert", "10^7 Hilbert keys, 2-D, per second", "keys/s"),
    Figure("keys_3d/hilbert", "10^7 Hilbert keys, 3-D, per second", "keys/s"),
    Figure("keys_2d/morton", "10^7 Morton keys, 2-D, per second", "keys/s"),
    Figure("keys_3d/morton", "10^7 Morton keys, 3-D, per second", "keys/s"),
    Figure("box_search<2>/100000", "10^5 boxes against 10^5, 2-D, ms", target=1000),
    Figure("box_search<3>/100000", "10^5 boxes against 10^5, 3-D, ms", target=1000),
    Figure("unit_list/64", "unit list, 64^3 base cells, 2,900 boxes, ms"),
    Figure("unit_list/256", "unit list, 256^3 base cells, 46,000 boxes, ms"),
    Figure("ccp_front/1280", "optimal cut of 128^3 units for 1280 ranks, ms", target=200),
    Figure("ccp_chain/1280", "optimal cut of 10^7 units for 1280 ranks, ms", target=2000),
    Figure("box_to_rank/rcb/1024", "10^6 boxes to 1024 ranks by rcb, ms", target=100,
           peers="AMReX 104 (Morton)"),
    Figure("box_to_rank/rcb/1024", "their greatest load over the mean", "max/mean", 1.01,
           "AMReX 1.014"),
    Figure("box_to_rank/rcb/1024", "their share of faces between ranks",
           "off_rank_faces", 0.11, "AMReX 0.126 (Morton)"),
    Figure("box_to_rank/hilbert/1024", "the same by ccp along Hilbert's curve, ms"),
    Figure("box_to_rank/hilbert/1024", "their share of faces between ranks", "off_rank_faces"),
    Figure("box_to_rank/morton/1024", "the same along Morton's curve", "off_rank_faces"),
    Figure("berger_rigoutsos", "Berger-Rigoutsos, 10^6 tags on a shell, ms", target=150,
           peers="AMReX 153"),
    Figure("regrid", "flags of 256^3 cells to 10^5 boxes, ms", target=1000),
    Figure("column_layout/1", "10^5 boxes dealt to one owner, ms"),
    Figure("column_layout/64", "10^5 boxes dealt to 64 owners, ms"),
    Figure("ghost_plan", "ghost plan of 10^5 boxes of 8^3 on one rank, ms", target=1000),
    Figure("sync_plan", "reflux and restriction plan of the same, ms", target=1000),
    Figure("regrid_and_fill", "regrid with fill, 17 M cells, ms", target=200, peers="AMReX 350"),
    Figure("ghost_fill/16", "ghosts of 128^3 cells, 5 values, 16^3 boxes, ms"),
    Figure("ghost_fill/32", "ghosts of 128^3 cells, 5 values, 32^3 boxes, ms"),
] + [Figure(f"advance_{dimension}d/{kind}/{side}",
            f"updates per second, {dimension}-D {kind}, patches of {side}", "updates/s")
     for dimension, sides in ((2, (16, 32, 64, 256)), (3, (16, 32, 64)))
     for kind in ("euler", "advection", "weno5") for side in sides]


def runs(program, repeats, *options):
    """All benchmarks, each repeat and their aggregates: dictionaries of Google Benchmark, whose
    `options` are passed on."""
    command = [str(program), "--benchmark_format=json", f"--benchmark_repetitions={repeats}",
               "--benchmark_enable_random_interleaving=true", *options]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          check=False)
    if done.returncode:
        sys.exit(f"exit status {done.returncode}: {' '.join(command)}\n{done.stderr[-2000:]}")
    return json.loads(done.stdout)["benchmarks"]


def medians(found):
    """Of runs(): {name: {key: value}}."""
    return {run["run_name"]: run for run in found
            if run.get("repetitions") == 1 or run.get("aggregate_name") == "median"}


def fastest(found):
    """The repeat of least processor time of each of runs(): {name: {key: value}}."""
    best = {}
    for run in found:
        name = run["run_name"]
        if run["run_type"] == "iteration" and (
                name not in best or run["cpu_time"] < best[name]["cpu_time"]):
            best[name] = run
    return best


def measure(program, repeats, *options):
    """Medians of all benchmarks: {name: {key: value}}. `options`: of Google Benchmark."""
    return medians(runs(program, repeats, *options))
