# SPDX-License-Identifier: BSD-3-Clause
"""What the row loops of diffusion take for each cell of a step, by formula.

Their rows are plain doubles that the compiler makes registers of, so this counts what their source
says, as if whole registers of cells went through it. In D dimensions, for each of two components,

    change        D products and 4 D sums; 2 D + 1 loads
    first stage   that, a product and a sum; another load, two stores
    next stages   that, five products and four sums; three more loads, a store
    end           a load and a store

Four stages, each on one layer of ghosts less: the first of a patch of n cells a side goes through
(n + 6)^D of them, the last through n^D. Values moved are those that a step reads and writes, once:
what stages hand on counts as loads and stores.
"""
COMPONENTS = 2
STAGES = 4


def counts(dimensions, side):
    """Products, sums, loads and stores of one component."""
    change = (dimensions, 4 * dimensions, 2 * dimensions + 1, 0)
    stages = [(1, 1, 1, 2)] + [(5, 4, 3, 1)] * (STAGES - 1)
    total = [0, 0, 1, 1]
    for stage, more in enumerate(stages):
        cells = ((side + 2 * (STAGES - 1 - stage)) / side) ** dimensions
        for kind, both in enumerate(zip(change, more)):
            total[kind] += cells * sum(both)
    return total


def records(lanes):
    """As bench_count prints them, of the patches that bench_micro has."""
    for side in (16, 64):
        products, sums, loads, stores = (COMPONENTS * n for n in counts(2, side))
        none = dict.fromkeys(("fused", "orders", "choices", "signs", "quotients", "roots",
                              "split_loads", "split_stores"), 0)
        yield {"kernel": "diffusion", "lanes": lanes, "dimensions": 2, "side": side,
               "products": products, "sums": sums, "loads": loads, "stores": stores,
               "moved": 2 * COMPONENTS, **none}
