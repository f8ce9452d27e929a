"""Best known options: for a kernel, the mapping options with the least time that anyone has found, and what the static report says of them.

They stand in `best-known.json`. Beside the defaults they separate a missing pass, where no options help, from a bad default. A row without options
says that nothing better than the defaults is known, and keeps what they give. `--check` compiles
every row again and compares; `--search` looks for better options, from the default and from what is known.
"""

import json
import os
import random
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor

import gpu_static
import kernels

FILE = gpu_static.ROOT / "benches" / "best-known.json"
SECONDS = 60  # that a candidate may take
GAIN = 1.05  # over the default, from which on options are stored
KNOBS = {
    "unroll": [16, 32, 64, 128, 256, 512, 1024, 2048],
    "fusion": ["rows", "parallel", "max", "min"],
    "reductions": [0, 16, 64, 256],
    "shared": ["true", "false"],
    "vector": ["true", "false"],
    "pad": ["true", "false"],
}
DEFAULTS = {"unroll": "256", "fusion": "rows", "reductions": "64", "shared": "true", "vector": "true", "pad": "true"}
TILES = [1, 2, 4, 8, 16, 32, 64, 128, 256]
THREADS = [1, 2, 4, 8, 16, 32, 64, 128, 256]


def load():
    return json.loads(FILE.read_text())


def store(known):
    rows = ",\n".join(f"    {json.dumps(row)}" for row in sorted(known["rows"], key=lambda row: row["size"]))
    FILE.write_text(f'{{\n  "tolerance": {known["tolerance"]},\n  "rows": [\n{rows}\n  ]\n}}\n')


def find(name):
    """The kernel that has a large size of this name, and the size."""
    found = [(kernel, size) for kernel in kernels.load() for size in kernel["large"] if size["name"] == name]
    if not found:
        names = ", ".join(sorted(size["name"] for kernel in kernels.load() for size in kernel["large"]))
        raise SystemExit(f"error: no kernel has the size `{name}`: expected one of {names}")
    return found[0]


def figures(reports):
    """What is compared: the sum of the least times of all launches, bytes of spills, launches."""
    spills = sum(report["resources"]["spill_store_bytes"] + report["resources"]["spill_load_bytes"] for report in reports)
    time = sum(report["launches"] * report["roofline"]["microseconds"] for report in reports)
    return {"microseconds": round(time, 2), "spills": spills, "launches": sum(report["launches"] for report in reports)}


def compiled(tools, name, options, seconds=1800):
    """The figures of a size with options, or None and the reason."""
    reports, problem = gpu_static.report_of(tools, *find(name), options, seconds)
    return (figures(reports), None) if reports else (None, problem)


def verdict(row, now, default, tolerance):
    """What a row says, and whether it fails: worse than what is stored, better, and beside the default.

    >>> def now(microseconds, spills=0, launches=1): return {"microseconds": microseconds, "spills": spills, "launches": launches}
    >>> row = {"expected": now(100.0)}
    >>> verdict(row, now(101.9), now(150.0), 0.02)
    ([], False)
    >>> verdict(row, now(102.1), now(150.0), 0.02)
    (['102.10 us, where 100.00 us are stored'], True)
    >>> verdict(row, now(99.0, spills=4, launches=2), now(150.0), 0.02)
    (['4 bytes of spills, where 0 bytes of spills are stored', '2 launches, where 1 launches are stored'], True)
    >>> verdict(row, now(90.0), now(80.0), 0.02)
    (['90.00 us now, 100.00 us are stored: `--update` stores it', 'the default is better now (80.00 us): remove the row, or search again'], False)
    >>> verdict(row, None, now(80.0), 0.02)
    (['does not compile any more'], True)
    """
    if now is None:
        return ["does not compile any more"], True
    expected, said, fails = row["expected"], [], False
    for name, form in (("microseconds", "{:.2f} us"), ("spills", "{} bytes of spills"), ("launches", "{} launches")):
        margin = 1 + tolerance if name == "microseconds" else 1
        if now[name] > expected[name] * margin:
            said.append(f"{form.format(now[name])}, where {form.format(expected[name])} are stored")
            fails = True
        elif now[name] * margin < expected[name]:
            said.append(f"{form.format(now[name])} now, {form.format(expected[name])} are stored: `--update` stores it")
    if default and default["spills"] <= now["spills"] and default["microseconds"] * (1 + tolerance) < now["microseconds"]:
        said.append(f"the default is better now ({default['microseconds']:.2f} us): remove the row, or search again")
    return said, fails


def measured(tools, rows):
    """Each row with its figures now and those of the default."""
    def both(row):
        now = compiled(tools, row["size"], row["options"])[0]
        return row, now, compiled(tools, row["size"], [])[0] if row["options"] else now

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(both, rows)


def check(tools, update=False):
    """Compiles all rows; the number of those that are worse than stored."""
    known, failed = load(), 0
    for row, now, default in measured(tools, known["rows"]):
        said, fails = verdict(row, now, default, known["tolerance"])
        failed += fails
        for line in said:
            print(f"{'FAIL' if fails else 'note'} {row['size']} {' '.join(row['options'])}: {line}")
        row["expected"] = now or row["expected"]
    if update:
        store(known)
        return 0
    print(f"{len(known['rows'])} rows, {failed} worse than stored")
    return failed


HEADER = ["size", "default", "best known", "default / best", "options", "launches", "spills", "traffic ratio", "passes a shared request (merged)", "Triton fp32"]


def table(tools):
    """The second table: what the options of `best-known.json` give beside the default."""
    yield "| " + " | ".join(HEADER) + " |"
    yield "| --- | ---: | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: |"
    for row, now, default in measured(tools, load()["rows"]):
        kernel, size = find(row["size"])
        result, _ = gpu_static.ours(tools, kernel, size, row["options"])
        pairs = list(gpu_static.paired(*result)) if result else []
        peer = gpu_static.peer_time(tools, kernel, row["size"])
        yield "| " + " | ".join([
            row["size"],
            gpu_static.time(default["microseconds"]) if default else "-",
            gpu_static.time(now["microseconds"]) if now else "-",
            f"{default['microseconds'] / now['microseconds']:.2f}" if default and now else "-",
            f"`{' '.join(row['options'])}`" if row["options"] else "the defaults",
            str(now["launches"]) if now else "-",
            str(now["spills"]) if now else "-",
            ", ".join(gpu_static.traffic(*pair) for pair in pairs),
            ", ".join(gpu_static.passes(profile) for _, profile in pairs),
            gpu_static.time(peer) if peer else "-",
        ]) + " |"


def lists_of_default(tools, kernel, size):
    """The tile sizes and the block that the default chose for the kernel with the most work."""
    command = gpu_static.command(tools, kernel, size, []) + ["--target", "emulator", "--explain=mapping", "--emit=schedule=/dev/null"]
    said = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=SECONDS).stdout
    found = re.findall(r"tile=([\d,]+) block=([\d,]+): (\d+) blocks", said)
    tile, block, _ = max(found, key=lambda one: int(one[2]), default=("32,32", "8,32", "0"))
    return [int(one) for one in tile.split(",")], [int(one) for one in block.split(",")]


def changed(options, lists, extents, dice):
    """The options with one or two of them changed."""
    options = dict(options)
    for _ in range(dice.choice((1, 1, 2, 3))):
        knob = dice.choice(["tile", "tile", "tile", "block", "block", "unroll", *KNOBS])
        if knob in KNOBS:
            options[knob] = str(dice.choice(KNOBS[knob]))
            continue
        values = [int(one) for one in options[knob].split(",")] if knob in options else list(lists[knob])
        at = dice.randrange(len(values) + 1)
        choices = THREADS if knob == "block" else TILES + extents
        if at == len(values):
            values = values[:-1] if len(values) > 1 and dice.random() < 0.5 else [*values, dice.choice(choices)]
        else:
            near = [value for value in choices if values[at] / 4 <= value <= values[at] * 4]
            values[at] = dice.choice(near or choices)
        options[knob] = ",".join(str(value) for value in values)
        # A block belongs to tiles.
        if knob == "block" and "tile" not in options:
            options["tile"] = ",".join(str(value) for value in lists["tile"])
    return {knob: value for knob, value in options.items() if value != DEFAULTS.get(knob)}


def cost(reports):
    """Spills first, then the least time; equal times by what they would be without the launch, then by all resources."""
    now = figures(reports)
    times = [{time["resource"]: time["microseconds"] for time in report["roofline"]["times"]} for report in reports]
    inside = sum(max((time for name, time in one.items() if name != "launch"), default=0) for one in times)
    return (now["spills"], now["microseconds"], round(inside, 3), round(sum(sum(one.values()) for one in times), 3))


def search(tools, name, trials, seed):
    """Random changes of the best options so far, starting with the default and with what is known; a better result is stored."""
    kernel, size = find(name)
    dice, known = random.Random(seed), load()
    tile, block = lists_of_default(tools, kernel, size)
    lists, extents = {"tile": tile, "block": block}, sorted({value for value in size["sizes"].values() if value <= 512})
    stored = next((row for row in known["rows"] if row["size"] == name), None)
    seen = {}

    def tried(options):
        line = tuple(f"{knob}={value}" for knob, value in sorted(options.items()))
        if line not in seen:
            reports, _ = gpu_static.report_of(tools, kernel, size, line, SECONDS)
            seen[line] = (cost(reports), figures(reports)) if reports else None
        return line, seen[line]

    best = [tried(start) for start in ({}, dict(one.split("=", 1) for one in stored["options"]) if stored else {})]
    default = best[0][1]
    best = min((one for one in best if one[1]), key=lambda one: one[1][0], default=None)
    kept = False
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for _ in range(-(-trials // os.cpu_count())):
            start = dict(one.split("=", 1) for one in best[0]) if best and dice.random() < 0.85 else {}
            for line, found in pool.map(tried, [changed(start, lists, extents, dice) for _ in range(os.cpu_count())]):
                if found and (not best or found[0] < best[1][0]):
                    best = line, found
                    if default is None or is_gain(found[1], default[1]):
                        keep(name, line, found[1])
                        kept = True
    beside = f"the default takes {default[1]['microseconds']:.2f} us" if default else "the default does not compile"
    print(f"{name}: {'stored' if kept else 'nothing is better than what is known'}; {beside}")


def is_gain(now, default):
    """Whether options are worth a row.

    >>> def of(microseconds, spills): return {"microseconds": microseconds, "spills": spills, "launches": 1}
    >>> [is_gain(of(*one), of(105.0, 8)) for one in ((100.1, 8), (100.0, 8), (104.0, 0), (90.0, 16))]
    [False, True, True, False]
    """
    if now["spills"] != default["spills"]:
        return now["spills"] < default["spills"]
    return now["microseconds"] * GAIN <= default["microseconds"]


def keep(name, options, now):
    """Stores the options for a size, in place of others."""
    known = load()
    known["rows"] = [row for row in known["rows"] if row["size"] != name] + [{"size": name, "options": list(options), "expected": now}]
    store(known)
    print(f"  {name}: {now['microseconds']:.2f} us, {now['spills']} bytes of spills, {now['launches']} launches: {' '.join(options)}", flush=True)
