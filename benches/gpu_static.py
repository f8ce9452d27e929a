"""Facts about the kernels' speed on a GPU, without one: the static report at the sizes of the paper, and the emulator's profile.

The profile is of 4 blocks of each kernel at those sizes, spread evenly over its grid. Traffic is theirs, scaled to the grid, over
the bytes that the kernel must move; a gather must move the rows that it can touch, not the whole table. Each block counts for itself there;
"behind L2" is what moves if all blocks that run together share what they read. Where the arrays of those sizes do
not fit this machine, the next smaller size stands in. "Blocks an SM" are the blocks of the grid over the multiprocessors of the machine.
Passes go through shared memory; in brackets they are merged, which is the least that the hardware may need: pairs of lanes that read the same
16 bytes share a pass. FFMA is the share of multiply-adds in the instructions of the main loop, in brackets in those of a whole tile of k, 128-bit that of the widest accesses in its loads
and stores. Barriers are those of a tile of k. "Uncovered" is the time of trips to memory in which a block has nothing to do; it is beside "at least", not part of it.
"Longest warp" is the time of the longest warp of a block alone, in all waves. Triton's kernels are those of ptx-emulator/tests/triton/peers. The emulator does not run `wgmma`, so those for tf32 have no profile; beside them
stands what Triton makes for sm_80, with `mma.sync`, which has one.
"""

import argparse
import json
import math
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import kernels

ROOT = Path(__file__).resolve().parent.parent
PEERS = ROOT / "ptx-emulator" / "tests" / "triton" / "peers"
RESULT = ROOT / "benches" / "results" / "gpu-static.md"
SAMPLE = 4  # as the text above says
# Bytes of all arrays of a call.
MOST_BYTES = 1.5e9
# Sizes that have rows beside the one of the paper.
ALSO = {"mm-4k", "kron-64", "gconv-4", "gconv-32"}
HEADER = ["kernel", "launches", "grid x block", "blocks an SM", "registers", "spills", "shared", "warps of 64 (limiter)", "traffic ratio", "behind L2",
          "passes a shared request (merged)", "FFMA", "128-bit", "barriers", "longest warp", "at least", "bound", "uncovered"]
BEST_KNOWN = (
    "The options with the least time that anyone has found (`benches/best-known.json`; `./x test options` compiles them again and compares), beside the"
    " defaults: where both are far from the bound a pass is missing, where only the default is it chooses badly. The defaults are named where nothing better is known."
    " Times are the least of all launches together."
)
TIME_TILES = (
    "A loop over time, `kernels/loops/jacobi_2d.tc` with T=96 and N=700, run whole in the emulator: all bytes that move, in sectors, for each step over the"
    " least that one step must move (`A` read and written once). With `time_tile=none` each step is two launches."
)
ALIGNED_LEFT = {"kernel", "grid x block", "warps of 64 (limiter)", "bound"}


def bytes_of(kernel, size):
    scope = {**size["sizes"], **size.get("scalars", {})}
    total = 0
    for tensor in kernel["inputs"] + kernel["outputs"]:
        count = 1
        for extent in tensor["shape"]:
            count *= eval(str(extent), {}, scope)
        total += 4 * count
    return total


def chosen_size(kernel):
    """The first size of the paper that fits, else the first that fits."""
    sizes = sorted(kernel["large"], key=lambda size: not size.get("paper", False))
    fitting = [size for size in sizes if bytes_of(kernel, size) <= MOST_BYTES]
    return (fitting or [{"name": "small", **kernel["small"]}])[0]


def run(command, seconds=1800):
    try:
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return None, f"takes longer than {seconds} s"
    if done.returncode != 0:
        return None, (done.stderr.strip().splitlines() or ["failed"])[0]
    return json.loads(done.stdout), None


def command(tools, kernel, size, options):
    """tc-run on a kernel at a size with mapping options, such as `tile=32,32`."""
    line = [tools / "tc-run", kernels.FOLDER / kernel["file"], "--entry", kernel["entry"]]
    for name, value in {**size["sizes"], **size.get("scalars", {})}.items():
        line += ["--size", f"{name}={value}"]
    for option in options:
        line += ["--option", option]
    return line


def report_of(tools, kernel, size, options=(), seconds=1800):
    """The static reports on a kernel's launches, or None and the reason."""
    report, problem = run(command(tools, kernel, size, options) + ["--report", "--json"], seconds)
    if problem:
        return None, problem
    reports = report["report"]["kernels"]
    if any(one["sass"] is None for one in reports):
        raise SystemExit("error: the machine code is not looked at, and the roofline would be too low: ptxas or nvdisasm is missing; run ./x setup")
    if any(one["roofline"] is None for one in reports):
        return None, "the work is not counted"
    return reports, None


def ours(tools, kernel, size, options=()):
    reports, problem = report_of(tools, kernel, size, options)
    if problem:
        return None, problem
    if bytes_of(kernel, size) > MOST_BYTES:
        return (reports, None), "no profile: its arrays do not fit this machine"
    profile, problem = run(command(tools, kernel, size, options) + ["--profile", "--json", "--sample-blocks", SAMPLE])
    return (reports, profile["profile"] if profile else None), problem


def theirs(tools, stem):
    command = [tools / "tc-translate", "--ptx-to-report", f"{stem}.ptx", "--launch", f"{stem}.json", "--json"]
    both, problem = run(command + ["--profile", "--sample-blocks", SAMPLE])
    if problem:
        both, _ = run(command)
        return (both["report"]["kernels"], None), problem
    return (both["report"]["kernels"], [both["profile"]]), None


def product(sizes):
    x, y, z = sizes
    return x * y * z


def time(microseconds):
    return f"{microseconds / 1000:.2f} ms" if microseconds >= 1000 else f"{microseconds:.1f} us"


def traffic(report, profile):
    work = report["work"]
    if not profile or not work:
        return "-"
    least = sum(array["read_bytes"] + array["written_bytes"] for array in work["arrays"])
    totals = profile["totals"]
    moved = 32 * totals["sectors"] * product(report["grid"]) / totals["blocks"]
    return f"{moved / least:.2f}" if least else "-"


def behind_cache(report):
    """Bytes that waves of blocks move over those that must move."""
    work, bytes_moved = report["work"], report["bytes_behind_cache"]
    least = sum(array["read_bytes"] + array["written_bytes"] for array in work["arrays"]) if work else 0
    return f"{bytes_moved / least:.2f}" if bytes_moved is not None and least else "-"


def passes(profile):
    if not profile:
        return "-"
    lines = [line for line in profile["lines"] if line["wavefronts"]]
    requests = sum(line["requests"] for line in lines)
    merged = sum(line["merged_wavefronts"] for line in lines)
    return f"{sum(line['wavefronts'] for line in lines) / requests:.2f} ({merged / requests:.2f})" if requests else "none"


def share(loop, part, whole):
    """Per cent of the instructions of a loop, or of its accesses to memory."""
    if not loop:
        return "-"
    return f"{100 * loop[part] / loop[whole]:.0f} %" if loop[whole] else "none"


def ffma(sass, loop):
    """The share of multiply-adds in the main loop and in a whole tile."""
    tile = (sass.get("executed") or {}).get("tile")
    of_tile = f" ({100 * tile['ffma'] / tile['instructions']:.0f} %)" if tile and tile["instructions"] else ""
    return share(loop, "ffma", "instructions") + of_tile


def barriers(sass):
    tile = (sass.get("executed") or {}).get("tile")
    return f"{tile['barriers']:.4g}" if tile else "-"


def uncovered(roofline):
    found = roofline and roofline["uncovered_microseconds"]
    return "-" if found is None else time(found)


def row(name, report, profile):
    resources, occupancy, roofline = report["resources"] or {}, report["occupancy"], report["roofline"]
    sass = report["sass"] or {}
    loop = sass.get("main_loop") or sass.get("kernel") or {}
    return [
        name,
        report["launches"],
        f"{product(report['grid'])} x {product(report['block'])}",
        f"{occupancy['grid']['per_multiprocessor']:.2f}" if occupancy["grid"] else "-",
        resources.get("registers", "-"),
        resources.get("spill_store_bytes", "-"),
        report["shared_bytes"] + report["dynamic_shared_bytes"],
        f"{occupancy['warps']} ({occupancy['limiter']})",
        traffic(report, profile),
        behind_cache(report),
        passes(profile),
        ffma(sass, loop),
        share(loop, "accesses_128", "accesses"),
        barriers(sass),
        longest_warp(roofline),
        time(roofline["microseconds"]) if roofline else "-",
        roofline["bound"] if roofline else "-",
        uncovered(roofline),
    ]


def longest_warp(roofline):
    times = roofline["times"] if roofline else []
    return next((time(one["microseconds"]) for one in times if one["resource"] == "warp"), "-")


def paired(reports, profiles):
    """Launches of one kernel share a report, so profiles are found by name."""
    by_name = {profile["kernel"]: profile for profile in profiles or []}
    return [(report, by_name.get(report["kernel"])) for report in reports]


def rows_of(name, reports, profiles):
    """One row for each kernel of a def."""
    return [row(f"{name} `{report['kernel']}`", report, profile) for report, profile in paired(reports, profiles)]


def breaks_block_rule(report):
    """Fewer blocks than multiprocessors, and fewer than one for each million of float operations.

    >>> def of(blocks, flops): return {"occupancy": {"grid": {"blocks": blocks, "per_multiprocessor": blocks / 132}}, "work": {"flops": flops}}
    >>> [breaks_block_rule(of(*one)) for one in ((132, 10**9), (131, 10**9), (5, 5 * 10**6), (5, 5 * 10**6 + 1))]
    [False, True, False, True]
    """
    grid, work = report["occupancy"]["grid"], report["work"]
    machine = round(grid["blocks"] / grid["per_multiprocessor"])
    return grid["blocks"] < min(machine, math.ceil(work["flops"] / 1e6))


def rules(name, reports):
    """What a def breaks: no spills, and the rule of blocks."""
    for report in reports:
        spills = report["resources"]["spill_store_bytes"] + report["resources"]["spill_load_bytes"]
        if spills:
            yield f"{name} `{report['kernel']}`: {spills} bytes of spills"
        if breaks_block_rule(report):
            yield f"{name} `{report['kernel']}`: {report['occupancy']['grid']['blocks']} blocks for {report['work']['flops'] / 1e6:.1f} Mflop"


def peer_time(tools, kernel, size_name):
    """The least time of Triton's kernel in fp32, if there is one."""
    for note in (".fp32", ""):
        stem = PEERS / f"{kernel['name']}.{size_name}{note}"
        if stem.with_name(stem.name + ".ptx").exists():
            both, _ = run([tools / "tc-translate", "--ptx-to-report", f"{stem}.ptx", "--launch", f"{stem}.json", "--json"])
            return both["report"]["kernels"][0]["roofline"]["microseconds"] if both else None
    return None


def table(rows):
    yield "| " + " | ".join(HEADER) + " |"
    yield "| " + " | ".join("---" if name in ALIGNED_LEFT else "---:" for name in HEADER) + " |"
    for cells in rows:
        yield "| " + " | ".join(str(cell) for cell in cells) + " |"


def summary(rows_by_name):
    """Sums over the kernels of a def, for those that are compared with a peer."""
    for name, reports in rows_by_name:
        times = [report["launches"] * report["roofline"]["microseconds"] for report in reports if report["roofline"]]
        yield f"| {name} | {sum(report['launches'] for report in reports)} | {time(sum(times))} |"


def measured(tools, kernel):
    """The rows of a kernel and of its peers, what is not measured, the sums, and the rules that are broken."""
    rows, notes, sums, broken = [], [], [], []
    peers = {peer: json.loads(peer.read_text()) for peer in sorted(PEERS.glob(f"{kernel['name']}.*.json"))}
    beside = {peer["size"] for peer in peers.values()}
    also = [size for size in kernel["large"] if size["name"] in ALSO]
    chosen = [size for size in kernel["large"] if size["name"] in beside] or [chosen_size(kernel)]
    for size in chosen + [size for size in also if size not in chosen]:
        name = size["name"]
        result, problem = ours(tools, kernel, size)
        notes += [f"{name}: {problem}"] if problem else []
        if result:
            rows += rows_of(name, *result)
            broken += rules(name, result[0])
        mine = [peer for peer in peers if peers[peer]["size"] == name]
        if result and mine:
            sums.append((name, result[0]))
        for peer in mine:
            result, problem = theirs(tools, peer.with_suffix(""))
            label = f"{name} Triton {peers[peer]['note']}".strip()
            notes += [f"{label}: {problem}"] if problem else []
            rows += [row(label, *pair) for pair in zip(result[0], result[1] or [None])]
            sums.append((label, result[0]))
    print(f"  {kernel['name']}: {len(rows)} rows", flush=True)
    return rows, notes, sums, broken


def measure(tools, only=()):
    chosen = [kernel for kernel in kernels.load() if not only or kernel["name"] in only]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        parts = list(pool.map(lambda kernel: measured(tools, kernel), chosen))
    return [[one for part in column for one in part] for column in zip(*parts)]


def time_tiles(tools):
    """The traffic of a stencil for each step, with tiles in time and without."""
    steps, points = 96, 700
    least = 2 * 4 * (points - 2) ** 2
    lines = ["| tiles | launches | instructions of threads | traffic of a step to the least of one |", "| --- | ---: | ---: | ---: |"]
    for option in ("none", "auto", "16,32,64"):
        line = [tools / "tc-run", ROOT / "kernels" / "loops" / "jacobi_2d.tc", "--size", f"T={steps}", "--size", f"N={points}", "--target", "emulator"]
        line += ["--option", f"time_tile={option}"]
        counted, problem = run(line + ["--time=1", "--json"])
        explained = subprocess.run([str(word) for word in [*line, "--explain=mapping"]], capture_output=True, text=True).stdout
        tiles = [text.split(": ")[1] for text in explained.splitlines() if text.startswith("time of loop 0: ")]
        if problem:
            lines.append(f"| `time_tile={option}` | {problem} | - | - |")
            continue
        counts = counted["timing"]["counts"]
        ratio = counts["sectors"] * 32 / (steps * least)
        lines.append(f"| `time_tile={option}`: {tiles[0] if tiles else 'none'} | {counted['launches']} | {counts['thread_instructions'] / 1e6:.0f} M | {ratio:.2f} |")
    return lines


def write(tools, only=()):
    import best_known

    rows, notes, sums, broken = measure(tools, only)
    text = ["# The kernels on sm_90a, without a GPU", "", f"Made by `./x bench gpu-static`. {__doc__.strip().splitlines()[0]}", ""]
    text += __doc__.strip().splitlines()[2:] + [""]
    text += table(rows)
    text += ["", "All kernels of a def together, beside Triton's one kernel (roofline, at least):", "", "| def | launches | time |", "| --- | ---: | ---: |", *summary(sums)]
    text += ["", "Without spills, and with a block for each multiprocessor or at least one for each million of float operations, are all kernels of ours"]
    text[-1] += ", except those below; `docs/mapping-options.md` says with figures when fewer blocks are kept:" if broken else "."
    text += ["", *[f"- {one}" for one in broken]] if broken else []
    if not only:
        text += ["", "## Best known options", "", BEST_KNOWN, "", *best_known.table(tools)]
        text += ["", "## Tiles in time", "", TIME_TILES, "", *time_tiles(tools)]
    if notes:
        text += ["", "Not measured:", "", *[f"- {note}" for note in notes]]
    if not only:
        RESULT.write_text("\n".join(text) + "\n")
        print(f"written to {RESULT.relative_to(ROOT)}")
    else:
        print("\n".join(text))


def main(tools, arguments):
    """`./x bench gpu-static`: the table, or what an option asks for."""
    import best_known

    parser = argparse.ArgumentParser(prog="./x bench gpu-static", description=__doc__.splitlines()[0])
    parser.add_argument("kernels", nargs="*", metavar="KERNEL", help="print the rows of these kernels only; without names all are written to benches/results")
    parser.add_argument("--best-known", action="store_true", help="print the table of the best known options")
    parser.add_argument("--time-tiles", action="store_true", help="print the table of tiles in time")
    parser.add_argument("--check", action="store_true", help="compile the best known options again; fail if one is worse than stored")
    parser.add_argument("--update", action="store_true", help="store what the best known options give now")
    parser.add_argument("--search", nargs="+", metavar="SIZE", help="look for better options for these sizes, such as tmm-l, and store them")
    parser.add_argument("--trials", type=int, default=60, metavar="N", help="how many options a search tries (default: 60)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the search (default: 1)")
    given = parser.parse_args(arguments)
    known = {kernel["name"] for kernel in kernels.load()}
    for name in [name for name in given.kernels if name not in known]:
        parser.error(f"no kernel `{name}`: expected one of {', '.join(sorted(known))}")
    if given.check or given.update:
        return 1 if best_known.check(tools, given.update) else 0
    if given.best_known:
        print("\n".join(best_known.table(tools)))
    elif given.time_tiles:
        print("\n".join(time_tiles(tools)))
    elif given.search:
        for name in given.search:
            best_known.search(tools, name, given.trials, given.seed)
    else:
        write(tools, given.kernels)
    return 0
