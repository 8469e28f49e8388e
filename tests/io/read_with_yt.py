# SPDX-License-Identifier: BSD-3-Clause
"""Reads io_sample's plot files with yt and compares every cell of every level."""
import csv
import itertools
import pathlib
import sys
import tempfile

try:
    import yt
except ImportError:
    print("skipped: this Python has no yt (Debian: python3-yt)")
    sys.exit(77)

import sample


def check_grid(grid, dimension):
    """Compares one box; returns the number of its cells."""
    state = [grid["boxlib", name] for name in ("density", "pressure")]
    first = grid.get_global_startindex()
    shape = grid.ActiveDimensions
    rank = grid["boxlib", "rank"][0, 0, 0]
    cost = shape.prod() * sample.RATIO**grid.Level
    constants = {"rank": rank, "cost": cost, "capacity_share": 0.75 - 0.5 * rank}
    assert rank in range(sample.RANKS)
    for place in itertools.product(*map(range, shape)):
        cell = [int(f) + p for f, p in zip(first, place)][:dimension]
        for component, values in enumerate(state):
            expected = sample.value(component, grid.Level, cell)
            assert values[place] == expected, (grid, cell, component, values[place], expected)
    for name, expected in constants.items():
        assert (grid["boxlib", name] == expected).all(), (grid, name, expected)
    return int(shape.prod())


def check_plot(path, dimension):
    plot = yt.load(str(path))
    assert plot.dimensionality == dimension
    assert float(plot.current_time) == 0.1
    assert plot.refine_by == sample.RATIO
    assert list(plot.domain_left_edge.d[:dimension]) == [-0.5 * d for d in range(dimension)]
    cells = [0, 0, 0]
    ranks = set()
    for grid in plot.index.grids:
        cells[grid.Level] += check_grid(grid, dimension)
        ranks.add(float(grid["boxlib", "rank"][0, 0, 0]))
    assert cells == [sample.cells_of_level(dimension, level) for level in range(3)], cells
    assert len(ranks) == sample.RANKS
    print(f"{path.name}: {sum(cells)} cells in {len(plot.index.grids)} boxes agree")


def check_table(path):
    """The cells that no finer level covers, in order of x."""
    with open(path) as file:
        lines = [{key: float(text) for key, text in line.items()} for line in csv.DictReader(file)]
    places = [line["x"] for line in lines]
    assert places == sorted(places)
    assert len(lines) == 4 + 4 + 40
    assert abs(sum(line["dx"] for line in lines) - 1.6) < 1e-12
    for line in lines:
        level, cell = int(line["level"]), round(line["x"] / line["dx"] - 0.5)
        assert line["density"] == sample.value(0, level, [cell])
        assert line["pressure"] == sample.value(1, level, [cell])
        assert line["capacity_share"] == 0.75 - 0.5 * line["rank"]
    print(f"{path.name}: {len(lines)} cells agree")


yt.set_log_level("error")
with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    sample.write(folder)
    check_plot(folder / "plt2d", 2)
    check_plot(folder / "plt3d", 3)
    check_table(folder / "plt1d.csv")
