#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Plot files of real runs, in two and three dimensions: yt, tools/plotfile.py and the checkpoint of
the same step agree in every cell; pressure is that of the state, and may set the flags.

usage: run_plots.py MPIEXEC PROGRAM
"""
import pathlib
import subprocess
import sys
import tempfile

try:
    import yt
except ImportError:
    print("skipped: this Python has no yt (Debian: python3-yt)")
    sys.exit(77)

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import plotfile  # noqa: E402

ADDED = {"rank", "cost", "capacity_share", "pressure", "speed"}
GAMMA = 1.4


def cells_of(plot):
    """Values of every box: {(level, component, lo): array}."""
    return {(number, name, box.lo): values for number, level in enumerate(plot.levels)
            for box in level.boxes for name, values in box.data.items()}


def check(folder, name, steps):
    plot = plotfile.read(folder / f"plt{steps:05}")
    saved = cells_of(plotfile.read(folder / f"chk{steps:05}"))
    ours = cells_of(plot)
    assert set(plot.names) >= ADDED and len(plot.levels) > 1, plot.names
    assert {key for key in ours if key[1] not in ADDED} == set(saved)
    for key, values in saved.items():
        assert (ours[key] == values).all(), (name, key)
    seen = 0
    dataset = yt.load(str(folder / f"plt{steps:05}"))
    for grid in dataset.index.grids:
        lo = tuple(int(i) for i in grid.get_global_startindex()[:plot.dimension])
        for component in plot.names:
            values = ours[grid.Level, component, lo]
            theirs = grid["boxlib", component].d.reshape(values.shape)
            assert (theirs == values).all(), (name, grid, component)
            seen += 1
    assert seen == len(ours), (seen, len(ours))
    print(f"{name}: {seen} boxes of {len(plot.names)} components agree")


def check_derived(plot):
    for level in plot.levels:
        for box in level.boxes:
            momenta = [values for name, values in box.data.items() if name.endswith("momentum")]
            density = box.data["density"]
            square = sum(momentum**2 for momentum in momenta) / density
            pressure = (GAMMA - 1) * (box.data["energy"] - 0.5 * square)
            assert abs(box.data["pressure"] / pressure - 1).max() < 1e-12
            assert abs(box.data["speed"]**2 - square / density).max() < 1e-12


def check_bodies(folder):
    """Within the step there is no gas: 0, and numbers in all headers."""
    for header in folder.glob("Level_*/Cell_H"):
        assert "inf" not in header.read_text() and "nan" not in header.read_text(), header
    box = plotfile.read(folder).levels[0].boxes
    assert any((values.data["pressure"] == 0).any() for values in box)


def check_flags(plot):
    """Refined is where the shock is, and not where the gases meet at the same pressure."""
    assert len(plot.levels) == 2
    for box in plot.levels[1].boxes:
        share = box.data["tracer_density"] / box.data["density"]
        assert ((share < 1e-12) | (share > 1 - 1e-12)).all()


def run_step(program):
    with tempfile.TemporaryDirectory() as folder:
        case = pathlib.Path(folder) / "case.toml"
        case.write_text("kernel = 'eno2d'\n[domain]\ncells = [60, 20]\n[mesh]\nmax_levels = 2\n"
                        "max_box = 8\n[time]\nsteps = 1\n[output]\nplot_interval = 1\n"
                        "derived = ['pressure']\n")
        subprocess.run([program, "run", str(case), "--quiet", "--out", folder + "/run"], check=True,
                       stdout=subprocess.DEVNULL)
        check_bodies(pathlib.Path(folder) / "run" / "plt00001")


def main():
    launcher, program = sys.argv[1:]
    yt.set_log_level("error")
    run_step(program)
    for name, cells, steps in (("rm2d", "[64,16]", 6), ("rm3d", "[32,8,8]", 3)):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder) / "run"
            case = folder.parent / "case.toml"
            case.write_text(f"kernel = '{name}'\n[domain]\ncells = {cells}\n[time]\n"
                            f"steps = {steps}\n[mesh]\nmax_levels = 2\nmax_box = 16\n[output]\n"
                            f"plot_interval = {steps}\ncheckpoint_interval = {steps}\n"
                            "derived = ['pressure', 'speed']\n")
            subprocess.run([launcher, "-np", "3", program, "run", str(case), "--quiet", "--out",
                            str(folder)], check=True, stdout=subprocess.DEVNULL)
            check(folder, name, steps)
            check_derived(plotfile.read(folder / f"plt{steps:05}"))
            if name == "rm2d":
                other = folder.parent / "by_pressure"
                subprocess.run([program, "run", str(case), "--quiet", "-s", "time.steps=1", "-s",
                                "domain.cells=[256,64]", "-s", "mesh.flag_component=pressure",
                                "-s", "mesh.buffer=1", "--out", str(other)],
                               check=True, stdout=subprocess.DEVNULL)
                check_flags(plotfile.read(other / "plt00000"))


main()
