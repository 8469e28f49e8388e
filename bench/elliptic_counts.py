# SPDX-License-Identifier: BSD-3-Clause
"""What the row loops of multigrid take for each cell they update, by formula.

Their rows are plain doubles, so this counts what their source says, as if whole registers of cells
went through it: for the five- or seven-point operator, P = 2 D + 1 points, and for that with all
P = 3^D points,

    relax      the quotient of P - 1 products' sum and a coefficient; the cross sums its coefficient
               too. A row is gone through once for each of the two colours it has, and both read all
               of it: two half sweeps load twice what one update needs. Of the full operator only
               what the own row takes off is found for each colour
    residual   P products and as many sums; differences of neighbours come first in the cross
    prolong    2^(D-1) coarse rows, two values of each, weighed by products of weights
    restrict   the mean of 2^D cells

Values moved are those of all arrays that a kernel reads or writes, once for each time it goes
through them; coarse arrays count by the share that they have of a fine cell. The full operator's
arrays take 26 MB in two dimensions and 63 MB in three, those of the others less than 16 MB.
"""
KERNELS = ("relax", "residual", "full_relax", "full_residual", "prolong", "restrict")


def counts(kernel, dimensions):
    """Products, sums, quotients, loads, stores and values moved."""
    points = 3 ** dimensions
    rows = 2 ** (dimensions - 1)
    weights = 0 if dimensions == 2 else rows
    return {
        "relax": (2 * dimensions, 4 * dimensions - 1, 1, 2 * (4 * dimensions + 1), 2,
                  2 * (dimensions + 3)),
        "residual": (2 * dimensions, 4 * dimensions, 0, 4 * dimensions + 2, 1, dimensions + 3),
        "full_relax": (points - 1, points - 1, 1, 2 * points + 7, 3, points + 3),
        "full_residual": (points, points, 0, 2 * points + 1, 1, points + 3),
        "prolong": (3 * rows + weights, 2 * rows + dimensions, 0, dimensions + 2 * rows + 1, 1,
                    dimensions + 2 + 1 / (2 * rows)),
        "restrict": (1 / (2 * rows), 1 - 1 / (2 * rows), 0, 1, 1 / (2 * rows), 1 + 1 / (2 * rows)),
    }[kernel]


def megabytes(kernel, dimensions):
    """Of the arrays of all patches that bench_micro has."""
    return {2: 26, 3: 63}[dimensions] if "full" in kernel else 16


def records(lanes):
    """As bench_count prints them, of the patches that bench_micro has."""
    for dimensions, side in ((2, 64), (3, 32)):
        for kernel in KERNELS:
            products, sums, quotients, loads, stores, moved = counts(kernel, dimensions)
            none = dict.fromkeys(("fused", "orders", "choices", "signs", "roots", "split_loads",
                                  "split_stores"), 0)
            yield {"kernel": kernel, "lanes": lanes, "dimensions": dimensions, "side": side,
                   "family": "elliptic", "megabytes": megabytes(kernel, dimensions),
                   "products": products, "sums": sums, "loads": loads,
                   "quotients": quotients, "stores": stores, "moved": moved, **none}
