#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Fail if ARCHITECTURE.md names a file or function that is not there, leaves out a module, or
points from a paper to files that do not name its authors.

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


def faults_of_papers(root):
    """Rows of the table of papers whose files, source or header, name none of the authors."""
    text = (root / "ARCHITECTURE.md").read_text()
    table = text[text.index("Where the papers are"):]
    modules = root / "src" / "evenkeel"
    rows = re.findall(r"(?m)^\| ([^|]*\d{4}[^|]*) \| [^|]+ \| ([^|]+) \|", table)
    for source, files in rows:
        stems = [re.sub(r"\.[ch]pp$", ".", name.strip()) for name in files.split(",")]
        code = "".join(path.read_text() for path in sorted(modules.rglob("*.[ch]pp"))
                       if any("/" + stem in "/" + path.relative_to(modules).as_posix()
                              for stem in stems))
        authors = re.findall(r"[A-Z][a-z]+", source)
        if not any(re.search(rf"\b{author}\b", code) for author in authors):
            yield f"{files.strip()}: nothing of {source}"


def main():
    root = pathlib.Path(sys.argv[1])
    found = [*faults(root), *faults_of_papers(root)]
    print("\n".join(f"ARCHITECTURE.md: {fault}" for fault in found) or "all names are there")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
