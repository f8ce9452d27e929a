#!/usr/bin/env python3
"""Tests of claims.py: a claim loses its test, a test names a claim that does not exist, a reason is stale."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).with_name("claims.py")

CLAIMS = """## A. Introduction
| claim | source | statement | test |
|---|---|---|---|
| A1 | page | ranges come from use | mv |
| A2 | page | the rest is reduced | mv |
| A9 | page | usable from Python | smoke |

## L. Reference
| L1 | sources | in process | API |
"""
LANGUAGE = """## 13. Worked examples
| id | statement |
| E1 | `O(i,j) = I(i,j)` |
| E27, E28 | `O(i) = I(123*i)` |

## 14. Verdicts
"""
RUST = """/// claims A1,
/// A2: in two lines of one comment
#[test]
fn mv() {
    example("E1", "");
}
"""
LIT = "# RUN: tc-run %s\n# examples E27 and E28: strides\n"
SPEC = "# what the cases are about\n# case: nothing\ndef f(float x) -> (y) { y() = x() }\n"
REASONS = "# why\nA9: no bindings in this release\n"


class Claims(unittest.TestCase):
    def run_script(self, *sections, rust=RUST, lit=LIT, spec=SPEC, python="", package="", reasons=REASONS):
        with tempfile.TemporaryDirectory() as folder:
            files = {
                "spec/claims.md": CLAIMS,
                "spec/tc-language.md": LANGUAGE,
                "passes/src/tests.rs": rust,
                "passes/src/product.rs": "// claim A1, which is no test\n",
                "lit-tests/spec/a.tc": lit,
                "lit-tests/spec/Inputs/b.tc": "# RUN: of no test, example E99\n",
                "spec-tests/language.tc": spec,
                "scripts/test_it.py": python,
                "python/tests/test_calls.py": package,
                "scripts/of_nobody.py": "def test_nothing():\n    'example E99'\n",
                "x": "part_it() { python scripts/test_it.py; pytest python/tests; }\n",
                "scripts/claims-without-test.txt": reasons,
            }
            for name, text in files.items():
                path = Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            command = [sys.executable, SCRIPT, "--spec", f"{folder}/spec", "--root", folder, *sections]
            return subprocess.run(command, capture_output=True, text=True)

    def assert_refused(self, message, **files):
        done = self.run_script(**files)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn(message, done.stderr)

    def test_all_named(self):
        done = self.run_script()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("A. Introduction: 2 of 3 claims have a test", done.stdout)
        self.assertIn("A9   usable from Python  (no test: no bindings in this release)", done.stdout)
        self.assertIn("  L1   in process\n", done.stdout)
        self.assertIn("Worked examples: 3 of 3 have a test", done.stdout)

    def test_a_claim_loses_its_test(self):
        self.assert_refused("claim A2 has no test and no reason", rust=RUST.replace("A2", "it"))

    def test_a_file_without_tests_shows_nothing(self):
        self.assert_refused("claim A1 has no test and no reason", rust=RUST.replace("#[test]", "#[inline]"))

    def test_a_comment_elsewhere_in_a_file_of_tests_shows_nothing(self):
        rust = "//! claim A2\n\n" + RUST.replace("/// A2", "/// more") + "\n// claim A2\nfn helper() {}\n"
        self.assert_refused("claim A2 has no test and no reason", rust=rust)

    def test_a_test_that_is_left_out_shows_nothing(self):
        self.assert_refused("claim A1 has no test and no reason", rust=RUST.replace("#[test]", '#[test]\n#[ignore = "slow"]'))

    def test_a_file_that_lit_does_not_run_shows_nothing(self):
        self.assert_refused("worked example E27 of the language specification has no test", lit=LIT.replace("RUN", "ran"))

    def test_a_comment_behind_the_attribute(self):
        done = self.run_script(rust="#[test] // claims A1, A2\nfn mv() {\n    example(\"E1\", \"\");\n}\n")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_a_sentence_begins_with_it(self):
        done = self.run_script(rust=RUST.replace("claims A1", "Claims A1"))
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_a_case_of_the_language(self):
        rust, spec = RUST.replace("A2", "it"), SPEC.replace("case: nothing", "case: the rest (claim A2)")
        self.assertEqual(self.run_script(rust=rust, spec=spec).returncode, 0)
        self.assert_refused("claim A2 has no test and no reason", rust=rust, spec=SPEC.replace("about", "about: claim A2"))

    def test_a_python_function_that_the_suite_calls(self):
        rust, python = RUST.replace("A2", "it"), "class It:\n    # claim A2\n    def test_it(self):\n        pass\n"
        self.assertEqual(self.run_script(rust=rust, python=python).returncode, 0)
        self.assert_refused("claim A2 has no test and no reason", rust=rust, python=python.replace("test_it", "help_it"))

    def test_a_function_of_the_package(self):
        rust, package = RUST.replace("A2", "it"), "# claim A2\n@given(\"x\")\ndef test_it():\n    pass\n"
        self.assertEqual(self.run_script(rust=rust, package=package).returncode, 0)

    def test_an_example_loses_its_test(self):
        self.assert_refused("worked example E28 of the language specification has no test", lit="# example E27\n")

    def test_a_claim_that_does_not_exist(self):
        self.assert_refused("names claim A7, which does not exist", lit=LIT + "# claim A7\n")

    def test_an_example_that_does_not_exist(self):
        self.assert_refused("names worked example E99, which does not exist", lit=LIT + "# example E99\n")

    def test_a_reason_that_is_no_longer_needed(self):
        self.assert_refused("claim A1 has a test", reasons=REASONS + "A1: hard to show\n")

    def test_a_reason_for_nothing(self):
        self.assert_refused("gives a reason for A77", reasons=REASONS + "A77: hard to show\n")

    def test_an_empty_reason_is_none(self):
        self.assert_refused("claim A9 has no test and no reason", reasons="A9:\n")

    def test_an_unknown_section(self):
        done = self.run_script("Q")
        self.assertEqual(done.returncode, 2)
        self.assertIn("no section Q: there are A, L", done.stderr)


if __name__ == "__main__":
    unittest.main()
