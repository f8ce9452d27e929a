"""Runs modules of the tests of `numba-cuda` and writes what came of each test, as lines of JSON, to a file.

    python numba_suite.py RESULTS MODULE...

Its pytest marks come from a conftest that is not in the wheel: without it, a mark is a name that changes nothing.
"""

import json
import sys
import types
import unittest


class Marks:
    """`pytest.mark.anything(...)` and `pytest.param`, as far as the tests name them at import."""

    def __getattr__(self, name):
        return lambda *arguments, **words: arguments[0] if len(arguments) == 1 and callable(arguments[0]) else (lambda function: function)


class Results(unittest.TestResult):
    def __init__(self, file):
        super().__init__()
        self.file = file

    def tell(self, test, outcome, text=""):
        self.file.write(json.dumps({"test": test.id(), "outcome": outcome, "text": text[-4000:]}) + "\n")
        self.file.flush()

    def startTest(self, test):
        super().startTest(test)
        self.tell(test, "started")

    def addSuccess(self, test):
        self.tell(test, "ok")

    def addFailure(self, test, error):
        self.tell(test, "failed", self._exc_info_to_string(error, test))

    def addError(self, test, error):
        self.tell(test, "failed", self._exc_info_to_string(error, test))

    def addSkip(self, test, reason):
        self.tell(test, "skipped", reason)

    def addExpectedFailure(self, test, error):
        self.tell(test, "ok")

    def addUnexpectedSuccess(self, test):
        self.tell(test, "failed", "expected to fail, and passed")

    def addSubTest(self, test, subtest, error):
        if error is not None:
            self.tell(test, "failed", self._exc_info_to_string(error, test))


def main(results, modules):
    try:
        import pytest  # noqa: F401
    except ImportError:
        pytest = types.ModuleType("pytest")
        pytest.mark = Marks()
        sys.modules["pytest"] = pytest
    with open(results, "w") as file:
        for module in modules:
            unittest.defaultTestLoader.loadTestsFromName(module).run(Results(file))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
