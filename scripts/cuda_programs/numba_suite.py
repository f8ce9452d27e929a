"""Runs modules of the tests of `numba-cuda` and writes what came of each test, as lines of JSON, to a file.

    python numba_suite.py RESULTS MODULE...

The tests in `numba_exceptions.txt` are not run. Those that ask pytest for a package that is not there are skipped.
"""

import json
import pathlib
import sys
import unittest

LIST = pathlib.Path(__file__).with_name("numba_exceptions.txt")
PREFIX = "numba.cuda.tests."


def exceptions():
    """The tests that are not run, by the ends of their names, and the reasons."""
    lines = [line for line in LIST.read_text().splitlines() if line and not line.startswith("#")]
    return dict(line.split(" ", 1) for line in lines)


def tests_of(suite):
    for one in suite:
        if isinstance(one, unittest.TestSuite):
            yield from tests_of(one)
        else:
            yield one


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
        if error[0].__name__ == "Skipped":
            self.tell(test, "skipped", str(error[1]))
            return
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
    known = exceptions()
    with open(results, "w") as file:
        for module in modules:
            told = Results(file)
            chosen = unittest.TestSuite()
            for test in tests_of(unittest.defaultTestLoader.loadTestsFromName(module)):
                name = test.id().removeprefix(PREFIX)
                reasons = [reason for listed, reason in known.items() if name == listed or name.startswith(listed + ".")]
                if reasons:
                    told.tell(test, "exception", reasons[0])
                else:
                    chosen.addTest(test)
            chosen.run(told)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
