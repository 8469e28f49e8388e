#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Fail if ARCHITECTURE.md names a file or function that is not there, or leaves out a module.

usage: check_architecture.py ROOT

`dir/file.cpp: Class::function` in backquotes wants the file and, in it, the function. A file named
alone is found by the end of its path. Modules are those of layers.txt that have sources; each wants
a paragraph that opens with its name in bold.
"""
import pathlib
import re
import sys

FILE = r"(?:[a-z_0-9]+/)*[a-z_0-9]+\.[ch]pp"


def faults(root):
    text = (root / "ARCHITECTURE.md").read_text()
    sources = [path.relative_to(root).as_posix() for path in (root / "src").rglob("*.[ch]pp")]
    for name in sorted(set(re.findall(FILE, text))):
        if not any(("/" + source).endswith("/" + name) for source in sources):
            yield f"no file {name}"
    for name, function in re.findall(rf"`({FILE}): ([A-Za-z_:]+)", text):
        path = root / "src" / "evenkeel" / name
        last = function.split("::")[-1]
        if not path.exists():
            yield f"no file src/evenkeel/{name}"
        elif not re.search(rf"\b{last}\(", path.read_text()):
            yield f"{name} has no {function}"
    for module in re.findall(r"(?m)^([a-z_]+):", (root / "layers.txt").read_text()):
        has_sources = any(source.startswith(f"src/evenkeel/{module}/") for source in sources)
        if has_sources and not re.search(rf"(?m)^\*\*{module}\*\* ", text):
            yield f"no paragraph **{module}**"


def main():
    found = list(faults(pathlib.Path(sys.argv[1])))
    print("\n".join(f"ARCHITECTURE.md: {fault}" for fault in found) or "all names are there")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
