"""./x bench tune: how good a search is, from tables of trials that were recorded (`benches/results/tune/`), so that the answer is the same on every machine.

A table is the log of `tc-tune` on one thread of one processor: each candidate raced the best so far. `--record` makes them anew, which takes hours;
without it, nothing is measured, and the tables give the figures, `benches/results/tune.md` and `benches/results/tune.svg`.
"""

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import kernels

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "benches" / "cpu"))
import plots  # noqa: E402

TABLES = ROOT / "benches" / "results" / "tune"
PAGE, PICTURE = ROOT / "benches" / "results" / "tune.md", ROOT / "benches" / "results" / "tune.svg"
FEW, SEED = 32, 1
# Searches over the tables, each with these draws.
SEARCHES, SEEDS = ("model", "genetic", "random"), (1, 2, 3)
# What the tables must show: the best of few trials by the best of all, and the defaults by the best of all; geometric means.
LEAST_FEW, LEAST_DEFAULT = 0.90, 0.80
# The kernels, at sizes that one core computes in a few milliseconds.
CASES = {
    "sgemm-256": ("sgemm", {"N": 256, "M": 256, "K": 256}),
    "tmm-s": ("tmm", {"M": 128, "K": 32, "N": 256}),
    "tbmm": ("tbmm", {"B": 100, "N": 26, "M": 72, "K": 26}),
    "conv-tc": ("conv2d", {"N": 8, "C": 4, "H": 56, "W": 56, "F": 4, "KH": 3, "KW": 3}),
    "gconv-16": ("gconv", {"N": 2, "G": 8, "C": 16, "F": 16, "H": 14, "W": 14, "KH": 3, "KW": 3}),
    "softmax": ("softmax", {"N": 256, "C": 512}),
    "ln-tc": ("layernorm", {"N": 224, "C": 64}),
    "kron1": ("kronecker3_1", {"M": 16, "N0": 16, "N1": 16, "N2": 16, "D2": 16}),
    "mlp3": ("mlp3", {"B": 128, "N": 128, "O": 64, "P": 32, "Q": 2}),
    "transpose": ("transpose", {"M": 1024, "N": 1024}),
    "moments-s": ("moments2", {"N": 128, "K": 2304}),
    "atax-1k": ("atax", {"M": 1024, "N": 1024}),
}


def command(tools, name, *more):
    """tc-tune on a case, without a store."""
    kernel, sizes = CASES[name]
    [kernel] = [one for one in kernels.load() if one["name"] == kernel]
    line = [tools / "tc-tune", kernels.FOLDER / kernel["file"], "--entry", kernel["entry"], "--no-store"]
    for size, value in sizes.items():
        line += ["--size", f"{size}={value}"]
    return [str(word) for word in [*line, *more]]


def read(path):
    """The rows of a table."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    return [line for line in lines if "trial" in line]


def last_race(path):
    """The cost of the best by that of the defaults in the race that ends a search; 1 where the best lost it."""
    ends = [json.loads(line)["final"] for line in path.read_text().splitlines() if line.startswith('{"final"')]
    return ends[-1]["cost"] / ends[-1]["default"] if ends else math.nan


def curve(rows):
    """The cost of the best after each trial. What did not win its races is not the best, whatever its estimate is.

    >>> curve([{"cost": 3.0, "best": True}, {"status": "refused"}, {"cost": 2.0, "best": True}, {"cost": 1.9}])
    [3.0, 3.0, 2.0, 2.0]
    """
    best, out = math.inf, []
    for row in rows:
        best = row["cost"] if row.get("best") else best
        out.append(best)
    return out


def figures(rows, few=FEW):
    """What a table says: trials, the best of few by the best of all, the defaults by the best of all.

    >>> figures([{"cost": cost, "best": True, "options": {}} for cost in (4.0, 2.5, 2.0)], few=2)
    {'trials': 3, 'few': 0.8, 'default': 0.5, 'best': {}}
    """
    best = curve(rows)
    last = [row for row in rows if row.get("best")][-1]
    return {"trials": len(rows), "few": best[-1] / best[min(few, len(best)) - 1], "default": best[-1] / rows[0]["cost"], "best": last["options"]}


def replayed(tools, name, path, search, seed):
    """The best of few trials of a search over a table."""
    done = subprocess.run(command(tools, name, "--replay", path, "--budget", f"{FEW}trials", "--search", search, "--seed", seed, "--json"), capture_output=True, text=True, env={**os.environ, "TC_HOST": "avx512"})
    if done.returncode:
        raise SystemExit(f"error: {name}: {done.stderr.strip()}")
    return json.loads(done.stdout)["cost"]


def record(tools, names, budget):
    TABLES.mkdir(parents=True, exist_ok=True)
    for name in names:
        print(name, flush=True)
        subprocess.run(command(tools, name, "--seed", SEED, "--budget", budget, "--log", TABLES / f"{name}.jsonl", "--resume"), check=True)


def geometric_mean(values):
    return statistics.geometric_mean(list(values)) if values else math.nan


def words(options):
    return "`" + " ".join(f"{name}={value}" for name, value in options.items()) + "`" if options else "the defaults"


def table(results):
    yield f"| case | trials | best of {FEW} / best of all | {FEW} over the table: model | genetic | random | best of all / defaults | in the last race | best |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |"
    for name, one in results.items():
        replays = " | ".join(f"{one['replay'][search]:.2f}" for search in SEARCHES)
        yield f"| {name} | {one['trials']} | {one['few']:.2f} | {replays} | {one['default']:.2f} | {one['confirmed']:.2f} | {words(one['best'])} |"
    means = " | ".join(f"{geometric_mean([one['replay'][search] for one in results.values()]):.2f}" for search in SEARCHES)
    few, default = (geometric_mean([one[key] for one in results.values()]) for key in ("few", "default"))
    yield f"| geometric mean | | {few:.2f} | {means} | {default:.2f} | {geometric_mean([one['confirmed'] for one in results.values()]):.2f} | |"


OTHER = """
## On {processor}

Tables of an earlier state, in `benches/results/tune/{folder}/`. Nothing is asked of these figures: when they were recorded, the description `host`, from which the defaults come, said 16 lanes and 32 vector registers whatever the processor was.

"""


def others():
    """A table for each folder of tables of another processor."""
    for folder in sorted(one for one in TABLES.iterdir() if one.is_dir()):
        results = {path.stem: {**figures(read(path)), "confirmed": last_race(path)} for path in sorted(folder.glob("*.jsonl"))}
        yield OTHER.format(processor=(folder / "processor.txt").read_text().strip(), folder=folder.name)
        yield f"| case | trials | best of {FEW} / best of all | best of all / defaults | in the last race | best |\n| --- | ---: | ---: | ---: | ---: | --- |\n"
        for name, one in results.items():
            yield f"| {name} | {one['trials']} | {one['few']:.2f} | {one['default']:.2f} | {one['confirmed']:.2f} | {words(one['best'])} |\n"
        means = " | ".join(f"{geometric_mean([one[key] for one in results.values()]):.2f}" for key in ("few", "default", "confirmed"))
        yield f"| geometric mean | | {means} | |\n"


def picture(tables):
    """The best so far by the best of all, over trials: a line for each case, and their geometric mean."""
    longest = max(len(rows) for rows in tables.values())
    left, wide, high, top = 60, 640, 300, 40

    def x(trial):
        return left + wide * math.log(trial) / math.log(max(longest, 2))

    def y(share):
        return top + high * (1 - share)

    out = plots.open_svg(left + wide + 140, top + high + 40, "Best so far by the best of all, after so many trials")
    for share in (0, 0.2, 0.4, 0.6, 0.8, 1):
        out += [plots.line(left, y(share), left + wide, y(share)), plots.text(left - 8, y(share) + 4, f"{share:g}", "end")]
    for trial in (1, 2, 4, 8, 16, 32, 64, 128, 256, 512):
        if trial <= longest:
            out += [plots.line(x(trial), top, x(trial), top + high, plots.INK if trial == FEW else plots.FAINT), plots.text(x(trial), top + high + 16, str(trial), "middle")]
    shares = {name: [curve(rows)[-1] / cost for cost in curve(rows)] for name, rows in tables.items()}
    mean = [geometric_mean([one[min(at, len(one) - 1)] for one in shares.values()]) for at in range(longest)]
    for name, values, stroke, width in [*((name, one, plots.FAINT, 1.5) for name, one in shares.items()), ("geometric mean", mean, plots.GOOD, 2.5)]:
        points = " ".join(f"{x(at + 1):.1f},{y(value):.1f}" for at, value in enumerate(values))
        out.append(f'<polyline points="{points}" fill="none" stroke="{stroke}" stroke-width="{width}"><title>{name}</title></polyline>')
    out.append(plots.text(left + wide + 8, y(mean[-1]) + 4, "geometric mean"))
    return "\n".join([*out, "</svg>", ""])


HEAD = """# Searches for mapping options on a CPU

Made by `./x bench tune` from `benches/results/tune/`: logs of `tc-tune` with `--seed {seed}` on one thread of {processor}, each candidate raced in pairs with the
best so far. Each case had {trials} trials. A table is continued on its own processor only; elsewhere `./x bench tune --record` refuses, and records anew where it is removed.

- "Best of {few} / best of all" is how near the first {few} trials of the search came to the best of all trials of the table.
- "{few} over the table" are searches with other draws (the median of three) over what was recorded: what they ask for is answered by the nearest candidate of the table. The candidates of a table are those that one search by the model
  asked for, so that these columns do not compare searches over the whole space.
- "Best of all / defaults" is by cost, so 0.8 is a quarter faster. "In the last race" is the same in the race of new processes that ends a search: 1.00 where the best lost it, and the defaults were kept.

All searches begin with the defaults and the options of the paper's appendix A.4.

![Best so far over trials](tune.svg)

"""


def main(tools, given):
    parser = argparse.ArgumentParser(prog="./x bench tune", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--record", action="store_true", help="search anew, or go on, and write the tables")
    parser.add_argument("--budget", default="500trials", help="of each case, with --record (500trials)")
    parser.add_argument("--check", action="store_true", help="compare with the page, and write nothing")
    parser.add_argument("names", nargs="*", metavar="CASE", help=f"{', '.join(CASES)} (all)")
    options = parser.parse_args(given)
    unknown = [name for name in options.names if name not in CASES]
    if unknown:
        parser.error(f"no case {', '.join(unknown)}: there are {', '.join(CASES)}")
    names = options.names or list(CASES)
    if options.record:
        record(tools, names, options.budget)
    paths = {name: TABLES / f"{name}.jsonl" for name in names if (TABLES / f"{name}.jsonl").exists()}
    tables = {name: read(path) for name, path in paths.items()}
    results = {name: figures(rows) for name, rows in tables.items()}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        draws = [(name, search, seed) for name in tables for search in SEARCHES for seed in SEEDS]
        costs = dict(zip(draws, pool.map(lambda draw: replayed(tools, draw[0], paths[draw[0]], *draw[1:]), draws)))
    for name, rows in tables.items():
        least = curve(rows)[-1]
        results[name]["confirmed"] = last_race(paths[name])
        results[name]["replay"] = {search: statistics.median(min(1.0, least / costs[name, search, seed]) for seed in SEEDS) for search in SEARCHES}
    lines = list(table(results))
    print("\n".join(lines))
    counts = [one["trials"] for one in results.values()]
    processor = (TABLES / "processor.txt").read_text().strip()
    page = HEAD.format(few=FEW, seed=SEED, processor=processor, trials=f"{min(counts)} to {max(counts)}" if min(counts) < max(counts) else counts[0]) + "\n".join(lines) + "\n" + "".join(others())
    if options.names:
        return 0
    if options.check:
        return checked(page, picture(tables), results)
    PAGE.write_text(page)
    PICTURE.write_text(picture(tables))
    return 0


def checked(page, svg, results):
    """Whether the page is that of the tables, and the tables show what they must."""
    few, default = (geometric_mean([one[key] for one in results.values()]) for key in ("few", "default"))
    problems = []
    if (PAGE.read_text(), PICTURE.read_text()) != (page, svg):
        problems.append("benches/results/tune.md or tune.svg is not that of the tables: run ./x bench tune")
    if few < LEAST_FEW:
        problems.append(f"the best of {FEW} trials is {few:.2f} of the best of all: expected {LEAST_FEW:.2f}")
    if default < LEAST_DEFAULT:
        problems.append(f"the defaults are {default:.2f} of the best of all: expected {LEAST_DEFAULT:.2f}")
    if len(results) < len(CASES):
        problems.append(f"{len(results)} tables, where {len(CASES)} cases are")
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    return 1 if problems else 0
