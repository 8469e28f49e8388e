# SPDX-License-Identifier: BSD-3-Clause
"""What a run directory tells."""
import json


def summary_of(run):
    return json.loads((run / "summary.json").read_text())


def events(run, kind):
    """The events of one kind, as far as they are written: the last line may be half there."""
    path = run / "events.ndjson"
    lines = path.read_text().splitlines(keepends=True) if path.exists() else []
    return [event for event in map(json.loads, (line for line in lines if line.endswith("\n")))
            if event["kind"] == kind]


def plot_files(run):
    """Plot files of a run, oldest first; what is set aside or half written is none."""
    found = [path for path in run.glob("plt*") if path.is_dir() and path.name[3:].isdigit()]
    return sorted(found, key=lambda path: int(path.name[3:]))


def ideal_gain(speeds):
    """The part of the time that shares by speed can save: 1 - P v_min / sum v."""
    return 1 - len(speeds) * min(speeds) / sum(speeds)
