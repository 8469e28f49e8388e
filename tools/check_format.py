#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Fail if clang-format-19 would change a C++ source; leave with 77 where it is not installed.

usage: check_format.py REPOSITORY_ROOT
"""
import pathlib
import shutil
import subprocess
import sys

from sources import sources

TOOL = "clang-format-19"
SKIPPED = 77


def main():
    if shutil.which(TOOL) is None:
        print(f"skipped: {TOOL} is not installed")
        return SKIPPED
    root = pathlib.Path(sys.argv[1])
    files = [path for path, language in sources(root) if language == "c++"]
    run = subprocess.run([TOOL, "--dry-run", "-Werror", *files], stderr=subprocess.PIPE, text=True,
                         check=False)
    bad = sorted({line.split(":")[0] for line in run.stderr.splitlines() if "error:" in line})
    if run.returncode:
        print("\n".join(bad) or run.stderr)
        print(f"run: {TOOL} -i on the files above")
    else:
        print(f"{len(files)} files are formatted")
    return bool(run.returncode)


if __name__ == "__main__":
    sys.exit(main())
