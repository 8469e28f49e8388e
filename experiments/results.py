# SPDX-License-Identifier: BSD-3-Clause
"""The table experiments/results.md: ours beside theirs, with the command that gave it."""
import datetime
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
from machine import processor  # noqa: E402

TABLE = pathlib.Path(__file__).with_name("results.md")
HEAD = """# Results

Written by the experiments themselves; a new run replaces its own rows.

Processor: of the machine that it ran on; - where that was not recorded.

| experiment | figure | ours | target | spread | repeats | load | processor | day | command |
|---|---|---|---|---|---|---|---|---|---|
"""


def machine_load():
    """Processes that ran or wanted to during the last minute, of how many cores."""
    return f"{os.getloadavg()[0]:.1f} of {os.cpu_count()}"


def tell(experiment, rows, repeats):
    """Prints rows (figure, ours, target, spread) of an experiment."""
    for figure, ours, target, spread in rows:
        spread = spread if repeats > 1 else "-"
        print(f"{experiment}: {figure}: {ours} (target {target}; spread {spread})")


def record(experiment, rows, repeats, command, note=None):
    """Prints rows (figure, ours, target, spread) of an experiment, and puts them into the table.

    The note says below the table why ours differs from theirs.
    """
    rows = list(rows)
    tell(experiment, rows, repeats)
    day = datetime.date.today().isoformat()
    load = machine_load()
    fresh = []
    for row in rows:
        figure, ours, target, spread = (cell.replace("|", "\\|") for cell in row)
        spread = spread if repeats > 1 else "-"
        fresh.append(f"| {experiment} | {figure} | {ours} | {target} | {spread} | {repeats} "
                     f"| {load} | {processor()} | {day} | `{command}` |")
    lines = TABLE.read_text().splitlines() if TABLE.exists() else HEAD.splitlines()
    head = len(HEAD.splitlines())
    table = [line for line in lines[head:] if line.startswith("| ")]
    notes = [line for line in lines[head:] if line.startswith("- ")]
    table = [line for line in table if not line.startswith(f"| {experiment} |")] + fresh
    if note:
        notes = [line for line in notes if not line.startswith(f"- {experiment}:")]
        notes.append(f"- {experiment}: {note}")
    text = lines[:head] + sorted(table)
    text += ["", "## Why ours differ", "", *sorted(notes)] if notes else []
    TABLE.write_text("\n".join(text) + "\n")
