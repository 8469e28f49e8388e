#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Fail if a file, function, parameter list or line is too long; warn when one gets there.

usage: check_sizes.py REPOSITORY_ROOT

The limits are those of CONTRIBUTING.md. Reads C++ (by scan_cpp), Python and shell.
"""
import ast
import dataclasses
import pathlib
import re
import sys

import scan_cpp
from scan_cpp import Function
from sources import sources


@dataclasses.dataclass
class Limits:
    file_warn: int = 400
    file_fail: int = 800
    function_warn: int = 40
    function_fail: int = 80
    parameters_fail: int = 6
    columns_fail: int = 100


def python_functions(text):
    """Functions of a Python source; self and cls are not counted as parameters."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            names = [a.arg for a in node.args.posonlyargs + node.args.args + node.args.kwonlyargs]
            count = len([name for name in names if name not in ("self", "cls")])
            yield Function(node.name, node.lineno, node.end_lineno - node.lineno + 1, count)


def shell_functions(text):
    """Functions of a shell source, written as `name() {` ... `}` at the same indentation."""
    opened = None
    for number, line in enumerate(text.splitlines(), 1):
        start = re.match(r"(\s*)(?:function\s+)?([\w-]+)\s*\(\)\s*[{(]\s*(?:#.*)?$", line)
        if start and opened is None:
            opened = (start[1], start[2], number)
        elif opened and re.match(re.escape(opened[0]) + r"[})]", line):
            yield Function(opened[1], opened[2], number - opened[2] + 1, 0)
            opened = None


FINDERS = {"c++": scan_cpp.functions, "python": python_functions, "shell": shell_functions}


def measure(text, language, limits):
    """Pairs (is_failure, "line: what") for one source."""
    lines = text.splitlines()
    if len(lines) > limits.file_warn:
        yield len(lines) > limits.file_fail, f"1: file of {len(lines)} lines"
    for number, line in enumerate(lines, 1):
        if len(line) > limits.columns_fail:
            yield True, f"{number}: line of {len(line)} columns"
    for function in FINDERS[language](text):
        where = f"{function.line}: {function.name}"
        if function.lines > limits.function_warn:
            yield function.lines > limits.function_fail, f"{where} has {function.lines} lines"
        if function.parameters > limits.parameters_fail:
            yield True, f"{where} has {function.parameters} parameters"


def main():
    root = pathlib.Path(sys.argv[1])
    limits = Limits()
    failures = files = 0
    for path, language in sources(root):
        files += 1
        for failed, what in measure(path.read_text(), language, limits):
            failures += failed
            print(f"{'FAIL' if failed else 'warn'} {path.relative_to(root)}:{what}")
    print(f"{files} files, {failures} over a limit: {limits}")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
