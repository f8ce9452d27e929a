"""The arithmetic of the benchmark: from the least times of rounds to medians, quartiles, ratios and shares."""

import statistics

# How far the probes may move between the beginning and the end of a case.
STEADY = 0.05
OURS = "tc"
# The same kernel in the notation of SaC, compiled by us: it has times, and is no peer.
TWIN = "sac"


def quartiles(values):
    """The lower quartile, the median and the upper one, between the values where that is where they fall."""
    if len(values) == 1:
        return values[0], values[0], values[0]
    return tuple(statistics.quantiles(values, n=4, method="inclusive"))


def is_unsteady(before, after):
    """Whether a probe changed by more than the run can say."""
    return any(abs(after[key] / before[key] - 1) > STEADY for key in before)


def best_peer(rounds):
    """The peer with the least median; None without peers. `rounds` has one dictionary for each round: seconds by name."""
    names = sorted({name for times in rounds for name in times} - {OURS, TWIN})
    return min(names, key=lambda peer: statistics.median(times[peer] for times in rounds if peer in times), default=None)


def ratios(rounds, peer):
    """How many times faster we are than a peer, round by round: both were measured in the same minute."""
    return [times[peer] / times[OURS] for times in rounds if peer in times and OURS in times]


def share(flop, moved, seconds, probe):
    """The share of the nearer bound, and its name: of the peak of multiply-adds, or of the bandwidth of a copy. It exceeds 1 for data in caches."""
    compute, memory = flop / seconds / probe["fma"], moved / seconds / probe["copy"]
    return (compute, "fma") if compute >= memory else (memory, "mem")


def summary(case, rounds, before, after):
    """All figures of a case, from its rounds and the probes around them."""
    flop, moved = case.work()
    probe = {key: max(before[key], after[key]) for key in before}
    if case.is_double():
        probe["fma"] /= 2
    names = {name for times in rounds for name in times}
    times = {name: quartiles([one[name] for one in rounds if name in one]) for name in sorted(names)}
    found = {
        "case": case.name, "kernel": case.kernel["name"], "sizes": case.config["sizes"], "flop": flop, "bytes": moved, "rounds": len(rounds),
        "probes": {"before": before, "after": after}, "unsteady": is_unsteady(before, after), "seconds": times,
    }  # fmt: skip
    if OURS not in times:
        return found
    rate, bound = share(flop, moved, times[OURS][1], probe)
    found |= {"share": rate, "bound": bound, "peak": probe}
    peer = best_peer(rounds)
    if peer:
        found |= {"best": peer, "ratio": quartiles(ratios(rounds, peer))}
    return found


def geometric_mean(values):
    return statistics.geometric_mean(values)


def milliseconds(seconds):
    """Three digits that matter."""
    value = seconds * 1e3
    return f"{value:.3f}" if value < 1 else f"{value:.2f}" if value < 100 else f"{value:.0f}"


def table(results):
    """Lines of Markdown, the slowest beside its peer first."""
    lines = ["| case | ours, ms | best peer, ms | ratio | quartiles | share of the nearer bound | |", "| --- | ---: | ---: | ---: | ---: | ---: | --- |"]
    for one in sorted(results, key=lambda one: one.get("ratio", (0, 0, 0))[1]):
        if OURS not in one["seconds"]:
            lines.append(f"| {one['case']} | — | | | | | {note(one)} |")
            continue
        peer = f"{one['best']} {milliseconds(one['seconds'][one['best']][1])}" if "best" in one else "none"
        low, middle, high = (f"{value:.2f}" for value in one.get("ratio", (float("nan"),) * 3))
        ours = milliseconds(one["seconds"][OURS][1])
        lines.append(f"| {one['case']} | {ours} | {peer} | {middle} | {low} to {high} | {one['share']:.2f} {one['bound']} | {note(one)} |")
    return lines


def note(one):
    said = ["unsteady"] if one["unsteady"] else []
    said += [f"{name} wrong: {why}" for name, why in one.get("wrong", {}).items()]
    return "; ".join(said)


def peers_table(results):
    """The medians of all peers, and of the kernel written for SaC."""
    found = {name for one in results for name in one["seconds"]}
    columns = [OURS, *([TWIN] if TWIN in found else []), *sorted(found - {OURS, TWIN})]
    titles = {OURS: "ours", TWIN: "ours from SaC"}
    lines = [f"| case | {' | '.join(titles.get(name, name) for name in columns)} |", "| --- |" + " ---: |" * len(columns)]
    for one in results:
        cells = [milliseconds(one["seconds"][name][1]) if name in one["seconds"] else "" for name in columns]
        lines.append(f"| {one['case']} | {' | '.join(cells)} |")
    return lines


def beside(results):
    """A line for each peer: with how many cases, and the geometric mean of the medians of the ratios."""
    names = sorted({name for one in results for name in one["seconds"]} - {OURS, TWIN})
    for peer in names:
        found = [one["seconds"][peer][1] / one["seconds"][OURS][1] for one in results if peer in one["seconds"] and OURS in one["seconds"]]
        if found:
            yield f"- {peer}: {len(found)} cases, {sum(ratio >= 1 for ratio in found)} of them at least as fast, geometric mean {geometric_mean(found):.2f}"


def compile_table(results):
    """How long compiling took, where that is known."""
    names = {name for one in results for name in one.get("compile", {})}
    columns = [name for name in (OURS, *sorted(names - {OURS})) if name in names]
    lines = [f"| case | {' | '.join('ours' if name == OURS else name for name in columns)} |", "| --- |" + " ---: |" * len(columns)]
    for one in results:
        cells = [milliseconds(one["compile"][name]) if name in one.get("compile", {}) else "" for name in columns]
        lines.append(f"| {one['case']} | {' | '.join(cells)} |")
    return lines
