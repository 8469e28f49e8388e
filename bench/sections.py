# SPDX-License-Identifier: BSD-3-Clause
"""One file of results, a section for each script that writes it."""

MARK = "<!-- from "


def opening(script):
    return f"{MARK}{script} -->\n"


def closing(script):
    return f"<!-- to {script} -->\n"


def read(path, script):
    """The section of `script` with its marks, or "" where there is none."""
    text = path.read_text() if path.exists() else ""
    if opening(script) not in text or closing(script) not in text:
        return ""
    return text[text.index(opening(script)):text.index(closing(script)) + len(closing(script))]


def all_of(path):
    """Every section, or "" where there is none."""
    text = path.read_text() if path.exists() else ""
    return text[text.index(MARK):] if MARK in text else ""


def write(path, script, body):
    """Replaces the section of `script`, or appends it, and keeps the rest."""
    text = path.read_text() if path.exists() else ""
    section = opening(script) + body.rstrip("\n") + "\n" + closing(script)
    old = read(path, script)
    path.write_text(text.replace(old, section) if old else text.rstrip("\n") + "\n\n" + section)
