# SPDX-License-Identifier: BSD-3-Clause
"""What measurements say of the machine that they were taken on."""
import pathlib
import platform

TOLD = ("model name", "cpu family", "model")


def processor():
    """What the processor calls itself, and its family and model: names alone are shared by many."""
    fields = {}
    for line in pathlib.Path("/proc/cpuinfo").read_text(encoding="ascii").splitlines():
        key, _, value = line.partition(":")
        fields.setdefault(key.strip(), value.strip())
    if not all(key in fields for key in TOLD):
        return platform.machine()
    name, family, model = (fields[key] for key in TOLD)
    return f"{name} ({family}/{model})"
