#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Draw finished runs side by side: the solution, who owns what, and how even it was.

usage: picture.py --out FILE.png [--hosts 0.16,0.19,...] RUN_DIR[=LABEL]...

A row for each run: density (or the first component) and the boxes of the last plot file, coloured
by rank. Beneath them the imbalance over wall time with the repartitions, and each rank's share of
the work beside its share of the machine. 3-D runs are shown as a slice through the middle.
"""
import argparse
import json
import pathlib
import sys

import matplotlib
matplotlib.use("Agg")
import matplotlib.colors
import matplotlib.pyplot as pyplot
import numpy
from matplotlib.collections import LineCollection

import plotfile
from run_directory import plot_files

RANK_COLOURS = ["#4477aa", "#ee8866", "#44aa77", "#c46bae",
                "#ddcc77", "#66bbcc", "#aa4455", "#999933"]
INK, FAINT = "#222222", "#888888"
STYLE = {"font.family": "DejaVu Sans", "font.size": 9, "text.color": INK, "axes.edgecolor": FAINT,
         "axes.labelcolor": INK, "xtick.color": FAINT, "ytick.color": FAINT,
         "axes.spines.top": False, "axes.spines.right": False, "figure.facecolor": "white"}


class Run:
    """What a run directory tells."""

    def __init__(self, argument):
        folder, _, label = argument.partition("=")
        self.folder = pathlib.Path(folder)
        self.label = label or self.folder.name
        try:
            self.summary = json.loads((self.folder / "summary.json").read_text())
            lines = (self.folder / "events.ndjson").read_text().splitlines()
        except OSError as error:
            sys.exit(f"picture.py: {folder} is no folder of a finished run: {error}")
        self.events = [json.loads(line) for line in lines]
        plots = plot_files(self.folder)
        if plots and list(self.folder.glob("plt*.csv")):
            sys.exit(f"picture.py: {folder} is of one dimension: draw {plots[-1].name}.csv")
        if not plots:
            sys.exit(f"picture.py: no plot file in {folder}; run with -s output.plot_interval=N")
        self.plot = plotfile.read(plots[-1])

    def of_kind(self, kind):
        return [event for event in self.events if event["kind"] == kind]


def colour(rank):
    return RANK_COLOURS[int(rank) % len(RANK_COLOURS)]


def paler(hue, amount):
    rgb = numpy.array(matplotlib.colors.to_rgb(hue))
    return rgb + (1 - rgb) * amount


def slice_2d(array):
    return array if array.ndim == 2 else array[:, :, array.shape[2] // 2]


def extent(plot):
    return [plot.lower[0], plot.upper[0], plot.lower[1], plot.upper[1]]


def bare(axes):
    axes.set_xticks([])
    axes.set_yticks([])
    for spine in axes.spines.values():
        spine.set_visible(False)


def draw_field(axes, run, field):
    values = slice_2d(run.plot.uniform(field))
    axes.imshow(values.T, origin="lower", extent=extent(run.plot), cmap="magma",
                interpolation="antialiased")
    bare(axes)


def outline(box, level, plot):
    """Corners of a box in the plane, in turn, the first again at the end."""
    (x0, y0), (x1, y1) = [[plot.lower[d] + (cell[d] - level.lo[d]) * level.spacing[d]
                           for d in (0, 1)] for cell in (box.lo, box.hi)]
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)]


def draw_ranks(axes, run):
    """Boxes filled with their owner's colour, deeper on finer levels, with their outlines."""
    finest = len(run.plot.levels) - 1
    for number, level in enumerate(run.plot.levels):
        tint = 0.62 * (1 - number / finest) if finest else 0.3
        edges = []
        for box in level.boxes:
            if not cuts_middle(box, level):
                continue
            owner = box.data["rank"].flat[0]
            edges.append(outline(box, level, run.plot))
            axes.fill(*zip(*edges[-1]), color=paler(colour(owner), tint), linewidth=0,
                      zorder=number)
        axes.add_collection(LineCollection(edges, colors="white", zorder=number + 0.5,
                                           linewidths=0.9 if number == 0 else 0.35))
    axes.set(xlim=extent(run.plot)[:2], ylim=extent(run.plot)[2:], aspect="equal")
    bare(axes)


def cuts_middle(box, level):
    if len(box.lo) < 3:
        return True
    middle = (level.lo[2] + level.hi[2]) // 2
    return box.lo[2] <= middle < box.hi[2]


def draw_imbalance(axes, runs, hues):
    for run, hue in zip(runs, hues):
        steps = [e for e in run.of_kind("step") if e.get("imbalance") is not None]
        times = [e["t"] for e in steps]
        values = [100 * e["imbalance"] for e in steps]
        axes.plot(times, values, color=hue, linewidth=1.6)
        axes.fill_between(times, values, color=hue, alpha=0.10, linewidth=0)
        moves = [e["t"] for e in run.of_kind("repartition")]
        axes.plot(moves, numpy.interp(moves, times, values) if times else [], "v", color=hue,
                  markersize=5, markeredgecolor="white", markeredgewidth=0.6)
        if times:
            axes.annotate(f"{run.label}, done in {run.summary['wall_s']:.1f} s",
                          (times[-1], values[-1]), (0, 5), textcoords="offset points",
                          ha="right", va="bottom", color=hue, fontweight="bold", fontsize=8.5,
                          bbox={"facecolor": "white", "alpha": 0.75, "linewidth": 0, "pad": 1})
    axes.set_xlim(left=0)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("wall time [s]")
    axes.set_title("imbalance, slowest rank over mean, %  (▾ repartition)", loc="left", fontsize=9)


def shares_of_work(run):
    """Share of the cell updates that each rank made during the run."""
    updates = numpy.array(run.summary["updates"])
    return updates / updates.sum()


def draw_shares(axes, runs, hues, hosts):
    """Work of each rank in each run as bars, the machine's share as a line across them."""
    ranks = numpy.arange(len(hosts))
    width = 0.7 / len(runs)
    for k, (run, hue) in enumerate(zip(runs, hues)):
        axes.bar(ranks - 0.35 + (k + 0.5) * width, 100 * shares_of_work(run), width * 0.92,
                 color=hue, alpha=0.85)
    axes.hlines(100 * numpy.array(hosts), ranks - 0.42, ranks + 0.42, color=INK, linewidth=1.6)
    axes.set_xticks(ranks, [f"rank {rank}" for rank in ranks])
    for tick, rank in zip(axes.get_xticklabels(), ranks):
        tick.set_color(colour(rank))
        tick.set_fontweight("bold")
    axes.tick_params(axis="x", length=0)
    axes.set_title("share of the work, %  (line: share of the machine)", loc="left", fontsize=9)


def legend_text(run, hosts):
    capacity = run.summary.get("capacity") or hosts
    return [f"rank {rank}: {100 * host:.0f} % (found {100 * found:.0f})"
            for rank, (host, found) in enumerate(zip(hosts, capacity))]


def row_title(run):
    said = run.summary
    return (f"{run.label}: {said['wall_s']:.1f} s   ·   mean imbalance "
            f"{100 * said['imbalance_mean']:.0f} %   ·   delivered efficiency "
            f"{100 * said['delivered_efficiency']:.0f} %")


def draw(runs, hosts, out):
    first = runs[0]
    field = "density" if "density" in first.plot.names else first.plot.names[0]
    x0, x1, y0, y1 = extent(first.plot)
    aspect = (y1 - y0) / (x1 - x0)
    width, panel = 12.0, 5.7 * aspect
    total = 0.9 + len(runs) * (panel + 0.42) + 2.6
    figure = pyplot.figure(figsize=(width, total))
    hues = ["#8a8a8a", "#c8324b", "#2b6c8f", "#5a8f5a"][:len(runs)]

    def place(left, top, wide, high):
        return figure.add_axes([left / width, 1 - (top + high) / total, wide / width, high / total])

    said = first.summary
    figure.text(0.2 / width, 1 - 0.33 / total, fontsize=13, fontweight="bold", s=(
        f"{said['kernel'].upper()} on {said['ranks']} ranks of an uneven machine"))
    figure.text(0.2 / width, 1 - 0.6 / total, color=FAINT, s=(
        f"{field} and boxes by owner after {said['steps']} steps, "
        f"{len(first.plot.levels)} levels, {said['cells_final'] / 1e6:.1f} M cells"))
    top = 0.95
    for run, hue in zip(runs, hues):
        figure.text(0.2 / width, 1 - (top - 0.06) / total, row_title(run), va="bottom",
                    color=hue, fontweight="bold")
        draw_field(place(0.2, top, 5.7, panel), run, field)
        draw_ranks(place(6.1, top, 5.7, panel), run)
        top += panel + 0.42
    draw_legend(place(6.1, 0.42, 5.7, 0.25), runs[-1], hosts)
    draw_imbalance(place(0.55, top + 0.12, 5.35, 1.8), runs, hues)
    draw_shares(place(6.4, top + 0.12, 5.4, 1.8), runs, hues, hosts)
    figure.savefig(out, dpi=160)


def draw_legend(axes, run, hosts):
    bare(axes)
    patches = [matplotlib.patches.Patch(color=colour(rank)) for rank in range(len(hosts))]
    axes.legend(patches, legend_text(run, hosts), ncol=min(4, len(hosts)), loc="lower right",
                frameon=False, fontsize=7.5, handlelength=0.9, columnspacing=0.9,
                handletextpad=0.4, borderpad=0, bbox_to_anchor=(1, 0))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("runs", nargs="+", metavar="RUN_DIR[=LABEL]")
    parser.add_argument("--out", required=True, help="PNG to write")
    parser.add_argument("--hosts", help="true shares of the machine, comma separated")
    options = parser.parse_args()
    pyplot.rcParams.update(STYLE)
    runs = [Run(argument) for argument in options.runs]
    hosts = ([float(x) for x in options.hosts.split(",")] if options.hosts
             else runs[-1].summary["capacity"])
    hosts = numpy.array(hosts) / numpy.sum(hosts)
    draw(runs, hosts, options.out)


if __name__ == "__main__":
    main()
