# SPDX-License-Identifier: BSD-3-Clause
"""What io_sample writes, and how to run it."""
import math
import subprocess
import sys

RANKS = 2
RATIO = 2


def write(folder):
    """Runs io_sample as the command line says: MPIEXEC PROGRAM."""
    subprocess.run([sys.argv[1], "-n", str(RANKS), sys.argv[2], str(folder)], check=True)


def value(component, level, cell):
    """The formula of test_hierarchy.hpp, operation by operation."""
    total = 0.1 + component + 10.0 * level
    for axis, index in enumerate(cell):
        total += math.sqrt(2.0 + axis) * index / 7.0
    return -total if component == 1 else total


def cells_of_level(dimension, level):
    """How many cells the three levels of test_hierarchy.hpp have."""
    sides = [16] + [8] * (dimension - 1)
    for _ in range(level):
        sides = [(side - 4) * RATIO for side in sides]
    return math.prod(sides)
