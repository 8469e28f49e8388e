# SPDX-License-Identifier: BSD-3-Clause
"""Reads io_sample's plot files with ParaView, without a screen, and compares every cell."""
import itertools
import pathlib
import shutil
import subprocess
import sys
import tempfile

import sample

READER = "--with-pvbatch"


def check_block(grid, level, dimension, origin):
    """Compares one box of a vtkOverlappingAMR; returns the number of its cells."""
    spacing = grid.GetSpacing()
    first = [round((at - low) / h) for at, low, h in zip(grid.GetOrigin(), origin, spacing)]
    # Grids of less than three dimensions have one layer of points along the unused axes.
    shape = [max(points - 1, 1) for points in grid.GetDimensions()]
    for number, place in enumerate(itertools.product(*map(range, reversed(shape)))):
        cell = [f + p for f, p in zip(first, reversed(place))][:dimension]
        for component, name in enumerate(("density", "pressure")):
            found = grid.GetCellData().GetArray(name).GetTuple1(number)
            assert found == sample.value(component, level, cell), (level, cell, name, found)
    return number + 1


def check_plot(path, dimension):
    from paraview.simple import AMReXBoxLibGridReader

    reader = AMReXBoxLibGridReader(FileNames=[str(path)])
    reader.UpdatePipelineInformation()
    reader.Level = 10  # all there are; the default shows two
    names = ["density", "pressure", "rank", "cost", "capacity_share"]
    assert sorted(reader.CellArrayStatus.Available) == sorted(names)
    reader.CellArrayStatus = names
    reader.UpdatePipeline()
    plot = reader.GetClientSideObject().GetOutputDataObject(0)
    cells = [0, 0, 0]
    for level in range(plot.GetNumberOfLevels()):
        for block in range(plot.GetNumberOfDataSets(level)):
            cells[level] += check_block(plot.GetDataSet(level, block), level, dimension,
                                        (0.0, -0.5, -1.0))
    assert cells == [sample.cells_of_level(dimension, level) for level in range(3)], cells
    print(f"{path.name}: {sum(cells)} cells agree")


def main():
    if sys.argv[1] == READER:
        check_plot(pathlib.Path(sys.argv[2]) / "plt2d", 2)
        check_plot(pathlib.Path(sys.argv[2]) / "plt3d", 3)
        print("all agree")
        return 0
    for tool in ("pvbatch", "xvfb-run"):
        if shutil.which(tool) is None:
            print(f"skipped: no {tool} (Debian: paraview python3-paraview xvfb xauth)")
            return 77
    with tempfile.TemporaryDirectory() as folder:
        sample.write(folder)
        run = subprocess.run(["xvfb-run", "-a", "pvbatch", __file__, READER, folder], text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    print(run.stdout)
    # pvbatch leaves with 0 when its script fails.
    return 0 if "all agree" in run.stdout else 1


sys.exit(main())
