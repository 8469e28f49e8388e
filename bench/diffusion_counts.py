# SPDX-License-Identifier: BSD-3-Clause
"""What the row loops of diffusion take for each cell of a step, by formula.

In D dimensions, for each of two components,

    beginning     a load and a store, of all ghosts, too
    change        D products and 4 D sums; 2 D + 1 loads
    first stage   that, a product and a sum; two stores
    next stages   that, five products and four sums; three more loads, a store
    end           a load and a store

Four stages, each on one layer of ghosts less: the first of a patch of n cells a side goes through
(n + 6)^(D-1) rows, the last through n^(D-1), in whole registers, the first of which begins four
cells before the patch. Values moved are those that a step reads and writes, once: what stages hand
on counts as loads and stores.
"""
COMPONENTS = 2
STAGES = 4


def in_registers(dimensions, side, layers, lanes):
    """Cells in whole registers, of a patch and so many layers, for each of its own."""
    first = (STAGES - layers) // lanes
    end = -(-(STAGES + side + layers) // lanes)
    return lanes * (end - first) * (side + 2 * layers) ** (dimensions - 1) / side ** dimensions


def counts(dimensions, side, lanes):
    """Products, sums, loads and stores of one component."""
    change = (dimensions, 4 * dimensions, 2 * dimensions + 1, 0)
    stages = [(1, 1, 0, 2)] + [(5, 4, 3, 1)] * (STAGES - 1)
    begun = in_registers(dimensions, side, STAGES, lanes)
    total = [0, 0, 1 + begun, 1 + begun]
    for stage, more in enumerate(stages):
        cells = in_registers(dimensions, side, STAGES - 1 - stage, lanes)
        for kind, both in enumerate(zip(change, more)):
            total[kind] += cells * sum(both)
    return total


def records(lanes):
    """As bench_count prints them, of the patches that bench_micro has."""
    for side in (16, 64):
        products, sums, loads, stores = (COMPONENTS * n for n in counts(2, side, lanes))
        none = dict.fromkeys(("fused", "orders", "choices", "signs", "quotients", "roots",
                              "split_loads", "split_stores"), 0)
        yield {"kernel": "diffusion", "lanes": lanes, "dimensions": 2, "side": side,
               "products": products, "sums": sums, "loads": loads, "stores": stores,
               "moved": 2 * COMPONENTS, **none}
