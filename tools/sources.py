# SPDX-License-Identifier: BSD-3-Clause
"""The source files of this project, for the checks of style."""
import os

FOLDERS = ("src", "include", "tests", "bench", "tools", "docs", "examples", "experiments", ".ci")
LANGUAGES = {".cpp": "c++", ".hpp": "c++", ".h": "c++", ".c": "c++", ".py": "python",
             ".sh": "shell"}


def language(path):
    """"c++", "python", "shell", or None for what is not a source. Looks at the name, then at #!."""
    if path.suffix:
        return LANGUAGES.get(path.suffix)
    with path.open("rb") as file:
        first = file.readline(100)
    if not first.startswith(b"#!"):
        return None
    return "python" if b"python" in first else "shell" if b"sh" in first else None


def sources(root):
    """Pairs (path, language) of all sources under `root`, sorted."""
    found = [p for p in root.glob("*.sh")]
    for folder in FOLDERS:
        for where, folders, names in os.walk(root / folder):
            folders[:] = [f for f in folders if f not in ("__pycache__", "node_modules", "build")]
            found += [root / where / name for name in names]
    pairs = [(path, language(path)) for path in found if path.is_file()]
    return sorted(pair for pair in pairs if pair[1])
