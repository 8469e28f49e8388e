#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""All experiments by their names: published tables and figures, and targets, ours beside theirs.

usage: evenkeel experiment list [--json]
       evenkeel experiment NAME [--quick] [OPTION...]

A name is SCRIPT.NAME as `list` tells, or NAME alone where no other script has it. Options are those
of the script, of which `evenkeel experiment NAME --help` tells: repeats, steps, seeds.
--quick: small, printed and not written into experiments/results.md.

Example:
  evenkeel experiment s004-t5.3 --quick
"""
import difflib
import importlib
import json
import pathlib
import runpy
import signal
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
SCRIPTS = ("uneven", "adapting", "published", "predicted", "simulated", "homogeneity")
BAD_INPUT = 2
INTERRUPTED = 130


def known():
    """{SCRIPT.NAME: what it is about}."""
    return {f"{script}.{name}": experiment.about for script in SCRIPTS
            for name, experiment in importlib.import_module(script).EXPERIMENTS.items()}


def fail(why):
    print(f"evenkeel: {why}", file=sys.stderr)
    sys.exit(BAD_INPUT)


def named(word):
    """(script, name) of the experiment that a word names."""
    all_names = list(known())
    found = [full for full in all_names if word in (full, full.partition(".")[2])]
    if len(found) == 1:
        script, _, name = found[0].partition(".")
        return script, name
    if found:
        fail(f"'{word}' may be {' or '.join(found)}")
    short = {full.partition(".")[2]: full for full in all_names}
    near = difflib.get_close_matches(word, [*all_names, *short], 1)
    hint = f"; did you mean {short.get(near[0], near[0])}?" if near else ""
    fail(f"no experiment '{word}'{hint}\n  see: evenkeel experiment list")


def tell_all(as_json):
    for name, about in known().items():
        print(json.dumps({"name": name, "about": about}) if as_json else f"{name:30} {about}")


def main():
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    words = sys.argv[1:]
    if not words or words[0] in ("-h", "--help"):
        print(__doc__)
        sys.exit(0 if words else BAD_INPUT)
    if words[0] == "list":
        if {"-h", "--help"} & set(words):
            print(__doc__)
            sys.exit(0)
        if rest := set(words[1:]) - {"--json"}:
            fail(f"'{rest.pop()}' means nothing to `experiment list`; --json does")
        return tell_all("--json" in words)
    script, name = named(words[0])
    sys.argv = [f"{script}.py", name, *words[1:]]
    try:
        runpy.run_path(str(FOLDER / f"{script}.py"), run_name="__main__")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
