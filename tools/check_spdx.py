#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Fail if a source does not open with its licence, or a C++ one without saying what it is for.

usage: check_spdx.py REPOSITORY_ROOT
"""
import pathlib
import sys

from sources import sources

LICENCE = "SPDX-License-Identifier: BSD-3-Clause"


def problem(lines, language):
    """What is wrong with the first lines of a file, or None."""
    if language == "c++":
        if lines[:1] != ["// " + LICENCE]:
            return f"line 1 must be '// {LICENCE}'"
        if lines[1:2] != ["/// \\file"] or not lines[2:3] or not lines[2].startswith("/// "):
            return "lines 2 and 3 must be '/// \\file' and a sentence that says what is in it"
    elif "# " + LICENCE not in lines[:2]:
        return f"line 1 or 2 must be '# {LICENCE}'"
    return None


def main():
    root = pathlib.Path(sys.argv[1])
    files = list(sources(root))
    found = []
    for path, language in files:
        text = problem(path.read_text().splitlines()[:3], language)
        if text:
            found.append(f"{path.relative_to(root)}: {text}")
    print("\n".join(found) or f"{len(files)} files say their licence")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
