# SPDX-License-Identifier: BSD-3-Clause
"""Read AMReX native plot files (HyperCLaw-V1.1) into numpy arrays.

    plot = plotfile.read("plt00010")
    plot.levels[1].boxes[0].data["density"]       # shape [x, y] or [x, y, z], this box's cells
    plot.uniform("density")                       # everything on the finest level's grid
"""
import dataclasses
import pathlib
import re

import numpy


@dataclasses.dataclass
class Box:
    """Cells lo <= i < hi of one level, and their values by component."""
    lo: tuple
    hi: tuple
    data: dict


@dataclasses.dataclass
class Level:
    lo: tuple          # domain, half-open, in this level's cells
    hi: tuple
    spacing: tuple     # cell size, each direction
    boxes: list


@dataclasses.dataclass
class Plot:
    names: list
    time: float
    lower: tuple       # corners of the domain
    upper: tuple
    levels: list

    @property
    def dimension(self):
        return len(self.lower)

    def uniform(self, name):
        """Component `name` on the finest level's grid, coarse values repeated where it is not."""
        finest = self.levels[-1]
        image = numpy.full([h - l for l, h in zip(finest.lo, finest.hi)], numpy.nan)
        for level in self.levels:
            ratio = [round(c / f) for c, f in zip(level.spacing, finest.spacing)]
            for box in level.boxes:
                values = box.data[name]
                for axis, times in enumerate(ratio):
                    values = numpy.repeat(values, times, axis)
                image[tuple(slice((l - d) * r, (h - d) * r) for l, h, d, r in
                            zip(box.lo, box.hi, level.lo, ratio))] = values
        return image


def read(path):
    """The whole plot file. Raises ValueError, naming the file, where it is not one."""
    path = pathlib.Path(path)
    lines = iter((path / "Header").read_text().splitlines())
    if next(lines) != "HyperCLaw-V1.1":
        raise ValueError(f"{path}/Header: first line is not HyperCLaw-V1.1")
    names = [next(lines).strip() for _ in range(int(next(lines)))]
    dimension = int(next(lines))
    time, finest = float(next(lines)), int(next(lines))
    lower, upper = (tuple(map(float, next(lines).split())) for _ in range(2))
    next(lines)                                                     # refinement ratios
    domains = _boxes(next(lines))
    next(lines)                                                     # steps
    spacing = [tuple(map(float, next(lines).split()[:dimension])) for _ in range(finest + 1)]
    levels = [Level(*domain, cell, _read_level(path / f"Level_{number}", names))
              for number, (domain, cell) in enumerate(zip(domains, spacing))]
    return Plot(names, time, lower[:dimension], upper[:dimension], levels)


def _boxes(text):
    """All boxes ((lo) (hi) (type)) of a text, made half-open."""
    pattern = re.compile(r"\(\(([-\d,]+)\) \(([-\d,]+)\) \([-\d,]+\)\)")
    return [(tuple(map(int, lo.split(","))), tuple(int(i) + 1 for i in hi.split(",")))
            for lo, hi in pattern.findall(text)]


def _read_level(folder, names):
    text = (folder / "Cell_H").read_text()
    places = re.findall(r"FabOnDisk: (\S+) (\d+)", text)
    boxes = _boxes(text)
    if len(places) != len(boxes):
        raise ValueError(f"{folder}/Cell_H: {len(boxes)} boxes, but data of {len(places)}")
    return [_read_box(folder / file, int(offset), box, names)
            for (file, offset), box in zip(places, boxes)]


def _read_box(file, offset, box, names):
    lo, hi = box
    shape = [h - l for l, h in zip(lo, hi)]
    with open(file, "rb") as stream:
        stream.seek(offset)
        if not stream.readline().startswith(b"FAB ((8, (64 11 52"):
            raise ValueError(f"{file}: no block of 64-bit numbers at byte {offset}")
        values = numpy.fromfile(stream, "<f8", len(names) * int(numpy.prod(shape)))
    values = values.reshape([len(names)] + shape[::-1])             # x runs fastest
    return Box(lo, hi, {name: values[k].T for k, name in enumerate(names)})
