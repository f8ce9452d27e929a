"""Facts about the kernels' speed on a GPU, without one: the static report at the sizes of the paper, and the emulator's profile.

The profile is of 4 blocks of each kernel at those sizes, spread evenly over its grid. Traffic is theirs, scaled to the grid, over
the bytes that the kernel must move. Where the arrays of those sizes do not fit this machine, the next smaller size stands in.
FFMA is the share of multiply-adds in the instructions of the main loop, 128-bit that of the widest accesses in its loads and stores.
Triton's kernels are those of ptx-emulator/tests/triton/peers. The emulator does not run `wgmma`, so those for tf32 have no profile; beside them
stands what Triton makes for sm_80, with `mma.sync`, which has one.
"""

import json
import subprocess
from pathlib import Path

import kernels

ROOT = Path(__file__).resolve().parent.parent
PEERS = ROOT / "ptx-emulator" / "tests" / "triton" / "peers"
RESULT = ROOT / "benches" / "results" / "gpu-static.md"
SAMPLE = 4  # as the text above says
# Bytes of all arrays of a call.
MOST_BYTES = 1.5e9
HEADER = ["kernel", "grid x block", "registers", "spills", "shared", "warps of 64 (limiter)", "traffic ratio", "passes a shared request", "FFMA", "128-bit", "at least", "bound"]
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


def run(command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=1800)
    if done.returncode != 0:
        return None, (done.stderr.strip().splitlines() or ["failed"])[0]
    return json.loads(done.stdout), None


def ours(tools, kernel, size):
    command = [tools / "tc-run", kernels.FOLDER / kernel["file"], "--entry", kernel["entry"], "--json"]
    for name, value in {**size["sizes"], **size.get("scalars", {})}.items():
        command += ["--size", f"{name}={value}"]
    report, problem = run(command + ["--report"])
    if problem:
        return None, problem
    profile, problem = run(command + ["--profile", "--sample-blocks", SAMPLE])
    if any(one["sass"] is None for one in report["report"]["kernels"]):
        raise SystemExit("error: the machine code is not looked at, and the roofline would be too low: ptxas or nvdisasm is missing; run ./x setup")
    return (report["report"]["kernels"], profile["profile"] if profile else None), problem


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


def passes(profile):
    if not profile:
        return "-"
    lines = [line for line in profile["lines"] if line["wavefronts"]]
    requests = sum(line["requests"] for line in lines)
    return f"{sum(line['wavefronts'] for line in lines) / requests:.2f}" if requests else "none"


def share(loop, part, whole):
    """Per cent of the instructions of a loop, or of its accesses to memory."""
    if not loop:
        return "-"
    return f"{100 * loop[part] / loop[whole]:.0f} %" if loop[whole] else "none"


def row(name, report, profile):
    resources, occupancy, roofline = report["resources"] or {}, report["occupancy"], report["roofline"]
    sass = report["sass"] or {}
    loop = sass.get("main_loop") or sass.get("kernel") or {}
    return [
        name,
        f"{product(report['grid'])} x {product(report['block'])}",
        resources.get("registers", "-"),
        resources.get("spill_store_bytes", "-"),
        report["shared_bytes"] + report["dynamic_shared_bytes"],
        f"{occupancy['warps']} ({occupancy['limiter']})",
        traffic(report, profile),
        passes(profile),
        share(loop, "ffma", "instructions"),
        share(loop, "accesses_128", "accesses"),
        time(roofline["microseconds"]) if roofline else "-",
        roofline["bound"] if roofline else "-",
    ]


def rows_of(name, reports, profiles):
    """One row for each kernel of a def; launches of one kernel share a row, so profiles are found by name."""
    by_name = {profile["kernel"]: profile for profile in profiles or []}
    return [row(f"{name} `{report['kernel']}`", report, by_name.get(report["kernel"])) for report in reports]


def table(rows):
    yield "| " + " | ".join(HEADER) + " |"
    yield "| " + " | ".join("---" if name in ALIGNED_LEFT else "---:" for name in HEADER) + " |"
    for cells in rows:
        yield "| " + " | ".join(str(cell) for cell in cells) + " |"


def summary(rows_by_name):
    """Sums over the kernels of a def, for those that are compared with a peer."""
    for name, reports in rows_by_name:
        times = [report["roofline"]["microseconds"] for report in reports if report["roofline"]]
        yield f"| {name} | {time(sum(times))} |"


def measure(tools, only=()):
    chosen = [kernel for kernel in kernels.load(("seed", "tc")) if kernel["set"] == "seed" or kernel["name"] == "softmax"]
    rows, notes, sums = [], [], []
    for kernel in [kernel for kernel in chosen if not only or kernel["name"] in only]:
        peers = sorted(PEERS.glob(f"{kernel['name']}.*.json"))
        beside = {json.loads(peer.read_text())["size"] for peer in peers}
        sizes = [size for size in kernel["large"] if size["name"] in beside] or [chosen_size(kernel)]
        for size in sizes:
            result, problem = ours(tools, kernel, size)
            name = size["name"]
            notes += [f"{name}: {problem}"] if problem else []
            if result:
                rows += rows_of(name, *result)
            mine = [peer for peer in peers if json.loads(peer.read_text())["size"] == size["name"]]
            if result and mine:
                sums.append((name, result[0]))
            for peer in mine:
                result, problem = theirs(tools, peer.with_suffix(""))
                label = f"{name} Triton {json.loads(peer.read_text())['note']}".strip()
                notes += [f"{label}: {problem}"] if problem else []
                rows += [row(label, *pair) for pair in zip(result[0], result[1] or [None])]
                sums.append((label, result[0]))
            print(f"  {name}: {len(rows)} rows")
    return rows, notes, sums


def write(tools, only=()):
    rows, notes, sums = measure(tools, only)
    text = ["# The kernels on sm_90a, without a GPU", "", f"Made by `./x bench gpu-static`. {__doc__.strip().splitlines()[0]}", ""]
    text += __doc__.strip().splitlines()[2:] + [""]
    text += table(rows)
    text += ["", "All kernels of a def together, beside Triton's one kernel (roofline, at least):", "", "| def | time |", "| --- | ---: |", *summary(sums)]
    if notes:
        text += ["", "Not measured:", "", *[f"- {note}" for note in notes]]
    if not only:
        RESULT.write_text("\n".join(text) + "\n")
        print(f"written to {RESULT.relative_to(ROOT)}")
    else:
        print("\n".join(text))
