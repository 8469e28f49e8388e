#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Run the commands of a transcript and compare what they print.

usage: transcript.py FILE.expected --path DIR [--update]

A transcript is what a terminal shows: lines that open with "$ " are commands, the lines below each
are its output, standard error included, and "exit N" ends output whose exit code is not 0. In the
expected output "*" stands for any text, and a line of "..." for any lines. The commands run with
bash in an empty directory that holds a copy of the files beside the transcript; DIR comes first on
PATH.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile


def parse(text):
    """Returns [(command, [expected lines])]."""
    steps = []
    for line in text.splitlines():
        if line.startswith("$ "):
            steps.append((line[2:], []))
        elif steps:
            steps[-1][1].append(line)
    return steps


def run(command, directory, path):
    environment = dict(os.environ, PATH=f"{path}:{os.environ['PATH']}", COLUMNS="100")
    done = subprocess.run(["bash", "-c", command], cwd=directory, env=environment, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=300)
    lines = done.stdout.splitlines()
    return lines + ([f"exit {done.returncode}"] if done.returncode else [])


def line_matches(expected, found):
    pattern = re.escape(expected).replace(r"\*", ".*")
    return re.fullmatch(pattern, found) is not None


def matches(expected, found):
    """True when the lines fit; "..." stands for any number of lines."""
    if not expected:
        return not found
    if expected[0] == "...":
        return any(matches(expected[1:], found[k:]) for k in range(len(found) + 1))
    return bool(found) and line_matches(expected[0], found[0]) and matches(expected[1:], found[1:])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--path", required=True, help="directory of the program")
    parser.add_argument("--update", action="store_true", help="write what was printed instead")
    options = parser.parse_args()
    failed, shown = 0, []
    with tempfile.TemporaryDirectory() as directory:
        work = pathlib.Path(directory) / "case"
        shutil.copytree(options.file.parent, work)
        for command, expected in parse(options.file.read_text()):
            found = run(command, work, os.path.abspath(options.path))
            shown += [f"$ {command}", *found]
            if not matches(expected, found):
                failed += 1
                print(f"$ {command}\n--- expected", *expected, "--- found", *found, sep="\n")
    if options.update:
        options.file.write_text("\n".join(shown) + "\n")
        return 0
    print(f"{failed} of the commands printed something else" if failed else "as expected")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
