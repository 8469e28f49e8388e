#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checkpoints that are torn, flipped or incomplete are found and named, and the one before is used;
a full disk is named and leaves the older checkpoints.

usage: damage.py PROGRAM FOLDER
"""
import contextlib
import json
import os
import shutil
import subprocess
import sys

from runs import Bench, end_of, expect

CASE = "rm2d"
STEPS = ["-s", "time.steps=12"]
MORE = ["-s", "time.steps=16"]


def cut(path):
    data = path.read_bytes()
    path.write_bytes(data[:len(data) // 2])


def flip(path, at=0.5):
    data = bytearray(path.read_bytes())
    data[int(len(data) * at)] ^= 0x10
    path.write_bytes(data)


def add(path):
    path.write_bytes(path.read_bytes() + b"more")


def damages(newest):
    """What happens to which file of a checkpoint."""
    value, cells = newest / "Level_1" / "Cell_D_00001", newest / "Level_2" / "Cell_H"
    manifest = newest / "evenkeel" / "manifest.json"
    return [("torn values", value, cut), ("empty values", value, lambda p: p.write_bytes(b"")),
            ("flipped value", value, flip), ("missing values", value, lambda p: p.unlink()),
            ("longer values", value, add),
            ("flipped box list", cells, flip), ("missing Header", newest / "Header",
                                                lambda p: p.unlink()),
            ("torn manifest", manifest, cut), ("flipped manifest", manifest, flip),
            ("missing manifest", manifest, lambda p: p.unlink()),
            ("missing hash", newest / "evenkeel" / "manifest.xxh3", lambda p: p.unlink()),
            ("missing level", newest / "Level_1", shutil.rmtree)]


def is_named(bench, whole, title, path, spoil):
    """`checkpoint verify` names the file; `run --resume` tells and uses the checkpoint before."""
    out = title.replace(" ", "-")
    run_dir = bench.folder / out
    shutil.copytree(whole, run_dir, symlinks=True)
    spoil(run_dir / path)
    newest = run_dir / path.parts[0]
    report = json.loads(bench.ask("checkpoint", "verify", "--json", newest, code=1))
    expect(not report["whole"] and report["faults"], f"{title}: verify finds it whole")
    file_name = path.name if path.name != "Level_1" else "Level_1/"
    expect(any(file_name in fault for fault in report["faults"]),
           f"{title}: no fault names {file_name}: {report['faults']}")
    run = bench.run(CASE, 2, out, [*MORE, "--resume"])
    expect(newest.name in run.text and file_name in run.text,
           f"{title}: resume does not tell\n{run.text}")
    warnings = [event["text"] for event in run.events("warn")]
    expect(any(newest.name in text for text in warnings), f"{title}: no warn event")
    expect(bench.summary(out)["steps"] == 6, f"{title}: resumed after another step than 10")
    shutil.rmtree(run_dir)
    print(f"{title}: {report['faults'][0]}", flush=True)


def nothing_left(bench, whole):
    """Where all are damaged, or the one asked for, nothing is written over."""
    run_dir = bench.folder / "none"
    shutil.copytree(whole, run_dir, symlinks=True)
    for path in run_dir.glob("chk?????/Header"):
        flip(path)
    before = (run_dir / "config.toml").stat().st_mtime_ns
    run = bench.run(CASE, 1, "none", [*MORE, "--resume"], code=2)
    for word in ("no whole checkpoint", "chk00012: Header: ", "chk00010: Header: "):
        expect(word in run.text, run.text)
    bench.run(CASE, 1, "none", [*MORE, "--resume", run_dir / "chk00012"], code=2)
    expect((run_dir / "config.toml").stat().st_mtime_ns == before, "config.toml was written over")
    print("all damaged: refused, nothing written over", flush=True)


@contextlib.contextmanager
def small_disk(bench, size):
    """The folder disk/ with a file system of its own; None where that cannot be."""
    disk = bench.folder / "disk"
    disk.mkdir(exist_ok=True)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "evenkeel-test", str(disk)]
    if os.geteuid() != 0 or subprocess.run(mount, stderr=subprocess.DEVNULL).returncode != 0:
        print("full disk: not tried, mounting a small file system needs root")
        yield None
        return
    try:
        yield disk
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def full_disk(bench):
    """Half a megabyte: the run goes on with warnings, what was whole stays whole."""
    with small_disk(bench, "512k") as disk:
        if disk is None:
            return
        run = bench.run(CASE, 2, "disk/full", ["-s", "output.keep=100", "-s", "time.steps=100"],
                        code=1)  # for its summary
        said = [line for line in run.text.splitlines() if line.startswith("evenkeel: ")]
        expect(said and "No space left on device" in said[0] and str(disk) in said[0],
               f"full disk is not named\n{run.text}")
        expect("100 steps of" in run.text, f"a full disk ended the run\n{run.text}")
        kept = sorted(run.directory.glob("chk?????"))
        expect(kept, "no checkpoint was written before the disk was full")
        for checkpoint in kept:
            bench.ask("checkpoint", "verify", checkpoint)
        expect(not list(run.directory.glob("*.tmp")), "an unfinished checkpoint was left behind")
        print(f"full disk: {said[0]}; {len(kept)} checkpoints are whole", flush=True)


def no_last_plot(bench):
    """No room for plot files: the run fails in the end, and does not say that it is done."""
    settings = ["-s", "output.plot_interval=4", "-s", "output.checkpoint_interval=0",
                "-s", "time.steps=4", "-s", "mesh.max_levels=2", "-s", "domain.cells=[64, 64]"]
    with small_disk(bench, "100k") as disk:
        if disk is None:
            return
        run = bench.run("tp2d", 1, "disk/plots", settings, code=1)
        expect("there will be no plt00004" in run.text, f"the plot had room\n{run.text}")
        expect("4 steps of" in run.text and "done" not in run.text, f"said done\n{run.text}")
        print("no room for plot files: not done", flush=True)


def main():
    bench = Bench(sys.argv[1], sys.argv[2])
    bench.run(CASE, 2, "whole", STEPS)
    whole = bench.folder / "whole"
    expect([p.name for p in sorted(whole.glob("chk?????"))] == ["chk00010", "chk00012"],
           "there should be two checkpoints")
    expect(bench.ask("checkpoint", "verify", whole).endswith(": whole\n"), "not whole")
    for title, path, spoil in damages((whole / "chk00012").relative_to(whole)):
        is_named(bench, whole, title, path, spoil)
    nothing_left(bench, whole)
    full_disk(bench)
    no_last_plot(bench)
    return 0


if __name__ == "__main__":
    sys.exit(end_of(main))
