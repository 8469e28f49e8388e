# SPDX-License-Identifier: BSD-3-Clause
"""What all experiments on virtual hosts share: how they are described, carried out and recorded."""
import argparse
import dataclasses
import functools
import pathlib
import signal
import statistics
import sys
import tempfile

import results
from uneven_runs import interleaved
from run_directory import ideal_gain  # found through uneven_runs

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools" / "vcluster"))
import virtual_hosts  # noqa: E402

EQUAL = {"manage.policy": "none"}
MANAGED = {"manage.policy": "cost_benefit"}
# For uneven_rm2d.toml: level steps of .2 s on hosts of one core together, so that what a quota's
# period takes evens out within each.
LARGE = {"domain.cells": "[12288,3072]", "mesh.buffer": 32, "mesh.min_box": 64,
         "partition.granularity": 96}


@dataclasses.dataclass
class Measured:
    """What the variants did on one machine."""
    runs: dict                # variant -> summaries
    quotas: list              # [core] of each host, at the start
    out: pathlib.Path         # out / f"{variant}{repeat}": their run directories
    program: pathlib.Path     # that ran


@dataclasses.dataclass
class Experiment:
    about: str
    machines: dict            # label -> quotas [core], or a description in tools/vcluster/conf
    variants: dict            # name -> Variant
    figures: object           # function ({label: Measured}) -> rows for results.record
    case: str = "published_rm2d.toml"
    settings: dict = dataclasses.field(default_factory=dict)   # of all variants
    carry_out: object = interleaved   # what runs the variants on one machine
    note: str | None = None           # why ours differs from theirs
    quick_steps: int | None = 8       # of --quick; None: it needs all


def description(quotas, folder):
    """A file that describes hosts n1, n2, ... of these quotas."""
    path = pathlib.Path(folder) / "hosts.conf"
    path.write_text("".join(f"n{n + 1} cpus={quota} rate=1Gbps\n"
                            for n, quota in enumerate(quotas)))
    return path


def times(summaries):
    return [summary["wall_s"] for summary in summaries]


def median_time(measured, name):
    return statistics.median(times(measured.runs[name]))


def spread(values):
    return f"{100 * (max(values) - min(values)) / statistics.median(values):.1f} %"


def ratios(measured, over, under):
    """Ratio of the times of two variants, by pair of neighbouring runs."""
    return [a / b for a, b in zip(times(measured.runs[over]), times(measured.runs[under]))]


def pace(summary):
    """Cell updates for each CPU second in kernels: how fast the processors were.

    On a virtual machine it moves by a third within minutes, with what others do on the same cores.
    """
    return summary["cell_updates"] / sum(summary["compute_cpu_s"])


def ratios_at_one_pace(measured, over, under):
    """The same ratios, had the processors been equally fast in both runs."""
    return [ratio * pace(a) / pace(b)
            for ratio, a, b in zip(ratios(measured, over, under), measured.runs[over],
                                   measured.runs[under])]


def compared(measured, over, under, name, target):
    """Ratio of two times as it was, and had the processors been equally fast in both runs."""
    kinds = {name: ratios, f"{name}, processors equally fast in both": ratios_at_one_pace}
    each = {kind: of(measured, over, under) for kind, of in kinds.items()}
    return [(kind, f"{statistics.median(values):.3f}", target, spread(values))
            for kind, values in each.items()]


def gains(measured, slow, fast):
    """RC = (t_slow - t_fast) / t_slow, by pair of neighbouring runs."""
    return [1 - ratio for ratio in ratios(measured, fast, slow)]


def gains_at_one_pace(measured, slow, fast):
    """The same gains, had the processors been equally fast in both runs."""
    return [1 - ratio for ratio in ratios_at_one_pace(measured, fast, slow)]


def gain_row(measured, slow, fast, name, target):
    """Gain of one variant over another as it was, and had processors been equally fast in both."""
    each = gains(measured, slow, fast)
    paced = statistics.median(gains_at_one_pace(measured, slow, fast))
    return (name, f"{percent(statistics.median(each))}; {percent(paced)} at one pace of the "
            "processors", target, spread(each))


def efficiencies(measured, name):
    """Delivered efficiency: work over what the hosts could have done at the rates they had."""
    return [run["delivered_efficiency"] for run in measured.runs[name]]


def gain_rows(measured, least):
    """RC of managed against equal shares, beside the ideal of this machine."""
    ideal = ideal_gain(measured.quotas)
    each = gains(measured, "equal", "managed")
    gain = statistics.median(each)
    at_these_rates = [1 - equal / managed for equal, managed
                      in zip(efficiencies(measured, "equal"), efficiencies(measured, "managed"))]
    return [("RC / ideal RC", f"{gain / ideal:.3f}", f">= {least:.2f}", spread(each)),
            ("RC / ideal RC, hosts equally fast in both",
             f"{statistics.median(at_these_rates) / ideal:.3f}", f">= {least:.2f}",
             spread(at_these_rates)),
            ("RC", percent(gain), f"{100 * ideal:.0f} % is ideal", spread(each)),
            ("time equal, managed",
             ", ".join(f"{median_time(measured, name):.2f} s" for name in measured.runs), "-",
             spread(times(measured.runs["managed"])))]


def on_one_machine(rows):
    """Figures of an experiment that has but one machine."""
    @functools.wraps(rows)
    def figures(found):
        [measured] = found.values()
        return rows(measured)
    return figures


def percent(value):
    return f"{100 * value:.1f} %"


def carry_out(script, name, experiment, options):
    print(f"{name}: {experiment.about}; machine load {results.machine_load()}", flush=True)
    case = (pathlib.Path(__file__).parent / experiment.case).resolve()
    count = options.steps or (experiment.quick_steps if options.quick else None)
    steps = {"time.steps": count} if count else {}
    variants = {variant: dataclasses.replace(each, settings=experiment.settings | each.settings
                                             | steps)
                for variant, each in experiment.variants.items()}
    found = {}
    for label, quotas in experiment.machines.items():
        out = ROOT / "runs" / "experiments" / name / label
        with tempfile.TemporaryDirectory() as folder:
            hosts_file = quotas if isinstance(quotas, str) else description(quotas, folder)
            with virtual_hosts.VirtualHosts(hosts_file) as hosts:
                print(f" {label} {hosts.quotas()}", flush=True)
                before = hosts.quotas()
                runs = experiment.carry_out(hosts, options.program.resolve(), case, variants,
                                            options.repeats, out)
                found[label] = Measured(runs, before, out, options.program.resolve())
    title = f"{script.removesuffix('.py')} {name}"
    if options.quick:
        results.tell(title, experiment.figures(found), options.repeats)
        return
    command = f"experiments/{script} {name} --repeats {options.repeats}"
    command += f" --steps {options.steps}" if options.steps else ""
    results.record(title, experiment.figures(found), options.repeats, command, experiment.note)


def main(script, experiments, about):
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument("names", nargs="+", choices=["list", "all", *experiments], metavar="NAME")
    parser.add_argument("--repeats", type=int, help="default: 3; 1 if --quick")
    parser.add_argument("--steps", type=int, help="in place of the experiment's own")
    parser.add_argument("--quick", action="store_true",
                        help="a few steps where that says anything, printed and not written")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build" / "evenkeel")
    options = parser.parse_args()
    options.repeats = options.repeats or (1 if options.quick else 3)
    if "list" in options.names:
        for name, experiment in experiments.items():
            print(f"{name:20} {experiment.about}")
        return 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that hosts are taken down
    if why := virtual_hosts.missing():
        print(why, file=sys.stderr)
        return 3
    for name in experiments if "all" in options.names else options.names:
        carry_out(script, name, experiments[name], options)
    return 0
