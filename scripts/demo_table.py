#!/usr/bin/env python3
"""The last table of ./x demo, from the JSON reports that tc-run wrote into a folder."""

import json
import sys
from pathlib import Path

RUNS = [("cpu", (512, 512, 512)), ("emulator", (35, 29, 43))]


def row(folder, target, sizes):
    report = json.loads((folder / f"{target}.json").read_text())
    m, n, k = sizes
    seconds = report.get("seconds", {}).get("median")
    return [
        target,
        f"{m} x {n} x {k}",
        f"{seconds * 1e3:.2f} ms" if seconds else "-",
        f"{2 * m * n * k / seconds / 1e9:.1f}" if seconds else "-",
        f"{report['max_error']:.1e}",
    ]


def main():
    folder = Path(sys.argv[1])
    rows = [["target", "size", "time", "GFLOP/s", "max error"]] + [row(folder, *run) for run in RUNS]
    widths = [max(len(r[c]) for r in rows) for c in range(5)]
    for r in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(r, widths)).rstrip())
    print("\ntime: the median of 5 runs; the emulator counts instructions instead of seconds; max error: relative to the largest value")
    return 0


if __name__ == "__main__":
    sys.exit(main())
