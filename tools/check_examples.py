#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Fail if a kernel has no commented case in examples/, an example no page or no index entry, or a
page shows a run of a case that `evenkeel check` refuses.

usage: check_examples.py --path BUILD ROOT
"""
import argparse
import json
import pathlib
import re
import shlex
import subprocess
import sys

RUN = re.compile(r"(?m)^    (?:mpirun -np \d+ )?(?:build/)?evenkeel run (\S+\.toml)(.*)$")


def kernels_of(case):
    """The kernel of a case that opens with a comment."""
    text = case.read_text()
    found = re.search(r'(?m)^kernel = "(\w+)"', text)
    return {found[1]} if found and text.startswith("#") else set()


def faults_of_examples(examples, program):
    listed = subprocess.run([program, "list", "kernels", "--json"], check=True, text=True,
                            stdout=subprocess.PIPE).stdout
    shown = set().union(*(kernels_of(case) for case in examples.glob("*/*.toml")))
    index = (examples / "README.md").read_text()
    yield from (f"kernel {name}: no commented case examples/*/*.toml"
                for name in (json.loads(line)["name"] for line in listed.splitlines())
                if name not in shown)
    for folder in sorted(path for path in examples.iterdir() if path.is_dir()):
        if not (folder / "README.md").exists():
            yield f"examples/{folder.name}: no README.md"
        if f"({folder.name}/" not in index:
            yield f"examples/{folder.name}: not in examples/README.md"


def shown_runs(root):
    """(page, folder, case, settings) of every run that a page shows; case.toml stands for any."""
    pages = [*root.glob("*.md"), *root.glob("docs/**/*.md"), *root.glob("examples/**/*.md")]
    for page in sorted(pages):
        for case, rest in RUN.findall(page.read_text()):
            words = shlex.split(rest, comments=True)
            settings = [word for key, value in zip(words, words[1:]) if key == "-s"
                        for word in (key, value)]
            if case not in ("case.toml", "CASE.toml"):
                yield page, page.parent if (page.parent / case).exists() else root, case, settings


def faults_of_runs(root, program):
    for page, folder, case, settings in shown_runs(root):
        done = subprocess.run([program, "check", case, *settings], cwd=folder, text=True,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        if done.returncode:
            yield f"{page.relative_to(root)}: {case} {' '.join(settings)}: {done.stderr.strip()}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--path", required=True, type=pathlib.Path, help="directory of the program")
    options = parser.parse_args()
    program = options.path.resolve() / "evenkeel"
    faults = [*faults_of_examples(options.root / "examples", program),
              *faults_of_runs(options.root, program)]
    print("\n".join(faults) or "every kernel has an example, every example a page; "
                               "every run that a page shows is a good case")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
