#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of transcript.py on small pages."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = pathlib.Path(__file__).with_name("transcript.py")


def run(text, name="page.md", *options):
    """Exit code, and the page afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / name
        page.write_text(text)
        done = subprocess.run([sys.executable, PROGRAM, page, "--path", folder, *options],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        return done.returncode, page.read_text()


def block(command, output, mark=""):
    return f"{mark}\n```console\n$ {command}\n{output}\n```\n"


class Transcript(unittest.TestCase):
    def test_same_output_passes_and_other_output_fails(self):
        self.assertEqual(run(block("echo one", "one"))[0], 0)
        self.assertEqual(run(block("echo one", "two"))[0], 1)
        self.assertEqual(run("$ echo one\none\n", "page.expected")[0], 0)

    def test_exit_codes_are_compared(self):
        self.assertEqual(run(block("echo one; false", "one\nexit 1"))[0], 0)
        self.assertEqual(run(block("echo one; false", "one"))[0], 1)

    def test_dots_and_stars_stand_for_anything(self):
        self.assertEqual(run(block("seq 5", "1\n...\n5"))[0], 0)
        self.assertEqual(run(block("echo abc", "a*"))[0], 0)
        self.assertEqual(run(block("seq 5", "1\n...\n6"))[0], 1)

    def test_numbers_vary_only_where_the_page_says_so(self):
        mark = "<!-- numbers vary -->"
        self.assertEqual(run(block("echo in 1.5 s: 3 k", "in 98 ms: 4.1 M", mark))[0], 0)
        self.assertEqual(run(block("echo in 1.5 s", "in 98 ms"))[0], 1)
        self.assertEqual(run(block("echo hash 0ed4", "hash 1ed4", mark))[0], 1)

    def test_examples_compare_exit_codes_alone(self):
        mark = "<!-- an example -->"
        self.assertEqual(run(block("echo one", "two", mark))[0], 0)
        self.assertEqual(run(block("echo one; false", "two", mark))[0], 1)
        self.assertEqual(run(block("true", "two", mark))[0], 1)

    def test_blocks_share_a_directory_and_files_are_written(self):
        page = "<!-- file: a.txt -->\n```toml\nx = 1\n```\n" + block("cat a.txt", "x = 1")
        self.assertEqual(run(page)[0], 0)

    def test_block_is_passed_over_where_its_need_is_not_met(self):
        self.assertEqual(run(block("echo one", "two", "<!-- only if: false -->"))[0], 0)
        self.assertEqual(run(block("echo one", "two", "<!-- only if: true -->"))[0], 1)

    def test_update_writes_what_differs_and_nothing_else(self):
        page = "text\n" + block("echo one", "two") + "more\n" + block("seq 5", "1\n...\n5")
        self.assertEqual(run(page, "page.md", "--update"), (0, page.replace("two", "one")))


if __name__ == "__main__":
    unittest.main()
