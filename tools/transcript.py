#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Run the commands of a transcript and compare what they print.

usage: transcript.py FILE --path DIR[:DIR] [--update]

A transcript is what a terminal shows: lines that open with "$ " are commands, the lines below each
are its output, standard error included, and "exit N" ends output whose exit code is not 0. In the
expected output "*" stands for any text, and a line of "..." for any lines. The commands run with
bash in an empty directory that holds a copy of the files beside the transcript; the DIRs come first
on PATH.

FILE is such a transcript (NAME.expected), or a page (NAME.md) whose blocks fenced by ```console are
transcripts, all run one after the other in the same directory. A comment on the line before a block
says more about it:

    <!-- numbers vary -->   a number, with its unit, stands for any number
    <!-- an example -->     output as it may be: only the exit code and that there is output count
    <!-- only if: WORDS --> the block is passed over where the command WORDS fails
    <!-- file: NAME -->     not a transcript: the content of the file NAME, which is written; a
                            file of that name beside the page has the same content
"""
import argparse
import dataclasses
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

NUMBER = r"[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?: ?(?:[mun]?s|min|h|[kMGT]i?B?|B))?(?![A-Za-z0-9])"


@dataclasses.dataclass
class Step:
    """A command with its output, or a file to write, whose name `file` is."""
    command: str = ""
    lines: list = dataclasses.field(default_factory=list)
    file: str = ""
    loose: bool = False
    is_example: bool = False
    needs: str = ""
    at: int = 0  # index of the first line below the command


def steps_of(lines, first, **marks):
    """The commands of a transcript whose first line has the index `first`."""
    steps = []
    for number, line in enumerate(lines, first):
        if line.startswith("$ "):
            steps.append(Step(command=line[2:], at=number + 1, **marks))
        elif steps:
            steps[-1].lines.append(line)
    return steps


def steps_of_page(lines):
    steps, k = [], 0
    while k < len(lines):
        if not lines[k].startswith("```") or lines[k] == "```":
            k += 1
            continue
        end = lines.index("```", k + 1)
        mark = lines[k - 1] if k else ""
        named = re.fullmatch(r"<!-- file: (.*) -->", mark)
        needs = re.fullmatch(r"<!-- only if: (.*) -->", mark)
        if named:
            steps.append(Step(file=named[1], lines=lines[k + 1:end]))
        elif lines[k] == "```console":
            steps += steps_of(lines[k + 1:end], k + 1, loose=mark == "<!-- numbers vary -->",
                              is_example=mark == "<!-- an example -->",
                              needs=needs[1] if needs else "")
        k = end + 1
    return steps


def run(command, directory, path):
    environment = dict(os.environ, PATH=f"{path}:{os.environ['PATH']}", COLUMNS="100")
    done = subprocess.run(["bash", "-c", command], cwd=directory, env=environment, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=300)
    lines = done.stdout.splitlines()
    return lines + ([f"exit {done.returncode}"] if done.returncode else [])


def line_matches(expected, found, loose):
    pattern = re.escape(expected).replace(r"\*", ".*")
    if loose:
        pieces = re.split(NUMBER, expected)
        pattern = NUMBER.join(re.escape(piece).replace(r"\*", ".*") for piece in pieces)
    return re.fullmatch(pattern, found) is not None


def matches(expected, found, loose):
    """True when the lines fit; "..." stands for any number of lines."""
    if not expected:
        return not found
    if expected[0] == "...":
        return any(matches(expected[1:], found[k:], loose) for k in range(len(found) + 1))
    return (bool(found) and line_matches(expected[0], found[0], loose)
            and matches(expected[1:], found[1:], loose))


def exit_of(lines):
    return lines[-1] if lines[-1].startswith("exit ") else ""


def fits(step, found):
    if step.is_example:
        return bool(found and step.lines) and exit_of(found) == exit_of(step.lines)
    return matches(step.lines, found, step.loose)


def run_steps(steps, work, path, refresh):
    """Runs all steps in `work`. Returns [(step, what it printed instead)] of those that differ.

    Those whose output is of one run among many differ always where `refresh`.
    """
    different = []
    for step in steps:
        if step.file:
            file, text = work / step.file, "\n".join(step.lines) + "\n"
            if file.exists() and file.read_text() != text:
                sys.exit(f"the page shows another {step.file} than the one beside it")
            file.write_text(text)
        elif not step.needs or not run(step.needs, work, path):
            found = run(step.command, work, path)
            varies = (step.loose or step.is_example) and "..." not in step.lines
            if not fits(step, found) or (refresh and varies):
                different.append((step, found))
    return different


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--path", required=True, help="directories of the programs")
    parser.add_argument("--update", action="store_true",
                        help="write what was printed where it differs or varies")
    options = parser.parse_args()
    path = ":".join(os.path.abspath(folder) for folder in options.path.split(":"))
    lines = options.file.read_text().splitlines()
    steps = steps_of_page(lines) if options.file.suffix == ".md" else steps_of(lines, 0)
    with tempfile.TemporaryDirectory() as directory:
        work = pathlib.Path(directory) / "case"
        shutil.copytree(options.file.parent, work)
        different = run_steps(steps, work, path, options.update)
    if options.update:
        for step, found in reversed(different):
            lines[step.at:step.at + len(step.lines)] = found
        options.file.write_text("\n".join(lines) + "\n")
        return 0
    for step, found in different:
        print(f"$ {step.command}\n--- expected", *step.lines, "--- found", *found, sep="\n")
    print(f"{len(different)} of the commands printed something else" if different
          else "as expected")
    return bool(different)


if __name__ == "__main__":
    sys.exit(main())
