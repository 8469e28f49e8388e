#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Fail if a kernel has no commented case in examples/, or an example no page or no index entry.

usage: check_examples.py --path BUILD ROOT
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys


def kernels_of(case):
    """The kernel of a case that opens with a comment."""
    text = case.read_text()
    found = re.search(r'(?m)^kernel = "(\w+)"', text)
    return {found[1]} if found and text.startswith("#") else set()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--path", required=True, type=pathlib.Path, help="directory of the program")
    options = parser.parse_args()
    examples = options.root / "examples"
    listed = subprocess.run([options.path.resolve() / "evenkeel", "list", "kernels", "--json"],
                            check=True, text=True, stdout=subprocess.PIPE).stdout
    shown = set().union(*(kernels_of(case) for case in examples.glob("*/*.toml")))
    index = (examples / "README.md").read_text()
    faults = [f"kernel {name}: no commented case examples/*/*.toml"
              for name in (json.loads(line)["name"] for line in listed.splitlines())
              if name not in shown]
    for folder in sorted(path for path in examples.iterdir() if path.is_dir()):
        if not (folder / "README.md").exists():
            faults.append(f"examples/{folder.name}: no README.md")
        if f"({folder.name}/" not in index:
            faults.append(f"examples/{folder.name}: not in examples/README.md")
    print("\n".join(faults) or "every kernel has an example, every example a page")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
