"""Best known options: for a kernel, the mapping options with the least time that anyone has found, and what the static report says of them.

They stand in `best-known.json`. Beside the defaults they separate a missing pass, where no options help, from a bad default. A row without options
says that nothing better than the defaults is known, and keeps what they give. `--check` compiles
every row again and compares; `--search` lets `tc-tune` look for better options, from the default and from what is known.
"""

import json
import os
from concurrent.futures import ThreadPoolExecutor

import gpu_static
import kernels

FILE = gpu_static.ROOT / "benches" / "best-known.json"
SECONDS = 60  # that a candidate may take
GAIN = 1.05  # over the default, from which on options are stored


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


def found_by_tuner(tools, name, starts, trials, seed):
    """The options with the least cost that `tc-tune --static` finds, as `NAME=VALUE`."""
    kernel, size = find(name)
    line = [*gpu_static.command(tools, kernel, size, [])[1:], "--target", "gpu", "--static", "--no-store", "--json", "--quiet"]
    line += ["--budget", f"{trials}trials", "--seed", seed, "--jobs", os.cpu_count()]
    for start in starts:
        line += ["--start", " ".join(start)]
    found, problem = gpu_static.run([tools / "tc-tune", *line], SECONDS * trials)
    if problem:
        raise SystemExit(f"error: {name}: {problem}")
    return [f"{option}={value}" for option, value in sorted((found["best"] or {}).items())]


def search(tools, name, trials, seed):
    """The tuner's search, which begins with the defaults and with what is known; a better result is stored."""
    find(name)
    stored = next((row for row in load()["rows"] if row["size"] == name), None)
    options = found_by_tuner(tools, name, [stored["options"]] if stored and stored["options"] else [], trials, seed)
    now, default = compiled(tools, name, options)[0], compiled(tools, name, [])[0]
    is_better = now and (default is None or is_gain(now, default)) and (not stored or is_less(now, stored["expected"]))
    if is_better:
        keep(name, options, now)
    beside = f"the default takes {default['microseconds']:.2f} us" if default else "the default does not compile"
    print(f"{name}: {'stored' if is_better else 'nothing is better than what is known'}; {beside}")


def is_less(now, known):
    """Whether options have fewer spills than those that are known, or as many and less time.

    >>> def of(microseconds, spills): return {"microseconds": microseconds, "spills": spills, "launches": 1}
    >>> [is_less(of(*one), of(105.0, 8)) for one in ((104.0, 8), (105.0, 8), (200.0, 0), (1.0, 16))]
    [True, False, True, False]
    """
    return (now["spills"], now["microseconds"]) < (known["spills"], known["microseconds"])


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
