#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Every partitioner beside Zoltan, METIS and Scotch on the same inputs, as tables in results.md.

usage: partition.py [--program PATH] [--repeats N] [--limit SECONDS] [--from FILE] [--quick]

Runs bench_partition, which goes through all methods in turn, then again (A B A B), and takes
medians of processor time. Writes the section "Partitioners" of bench/results.md and leaves the
others as they are. --from: tables of what was measured before. --quick: small inputs, printed and
not written.
"""
import argparse
import datetime
import json
import pathlib
import subprocess
import sys

import partition_report
import sections

ROOT = pathlib.Path(__file__).resolve().parent.parent


def measure(options):
    """The records bench_partition prints."""
    command = [str(options.program), "--repeats", str(options.repeats), "--limit",
               str(options.limit), *(["--quick"] if options.quick else [])]
    records = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            records.append(json.loads(line))
            told = records[-1].get("method") or records[-1].get("patch_method", "")
            print(f"{records[-1].get('input', '')} {told}", file=sys.stderr, flush=True)
    if process.returncode:
        sys.exit(f"exit status {process.returncode}: {' '.join(command)}")
    return records


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=ROOT / "build" / "bench" / "bench_partition",
                        type=pathlib.Path)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--limit", type=float, default=60.0)
    parser.add_argument("--from", dest="source", type=pathlib.Path, metavar="FILE")
    parser.add_argument("--quick", action="store_true")
    return parser.parse_args()


def main():
    options = parse()
    if options.source:
        records = [json.loads(line) for line in options.source.read_text().splitlines()]
    else:
        records = measure(options)
    text = partition_report.markdown(records, datetime.date.today(), options.repeats,
                                     options.limit)
    print(text)
    if not options.quick:
        sections.write(ROOT / "bench" / "results.md", "partition.py", text)


if __name__ == "__main__":
    main()
