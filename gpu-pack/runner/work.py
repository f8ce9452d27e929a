"""What is to be done: checks and timings of the selected kernels, in the order in which they are tried."""

import json
from pathlib import Path


def load(kernels):
    return json.loads((Path(kernels) / "suite.json").read_text())


def value(expression, names):
    """A size expression of suite.json."""
    return eval(expression, {"__builtins__": {}}, {"max": max, "min": min, **names}) if isinstance(expression, str) else expression


def is_wanted(kernel, size, only):
    return not only or kernel["name"] in only or (size is not None and size in only)


def unknown(suite, only):
    known = {one["name"] for one in suite["kernels"] + suite["refusals"]} | {size["name"] for kernel in suite["kernels"] for size in kernel["large"]}
    return [name for name in only if name not in known]


def small_checks(suite, only, tries):
    """With default options, and with those of each try."""
    for options in [None, *tries]:
        for kernel in suite["kernels"]:
            if is_wanted(kernel, None, only):
                job = {"name": kernel["name"], "which": "small", "set": kernel["set"]}
                yield {**job, "options": options} if options else job
    for case in suite["refusals"]:
        if not only or case["name"] in only:
            yield {"name": case["name"], "which": "small", "set": "refuse"}


def large(suite, only):
    """Kernels with their large sizes: the first of every kernel, then the second ones, and so on."""
    most = max(len(kernel["large"]) for kernel in suite["kernels"])
    for place in range(most):
        for kernel in suite["kernels"]:
            if place < len(kernel["large"]) and is_wanted(kernel, kernel["large"][place]["name"], only):
                yield kernel, kernel["large"][place]


def large_checks(suite, only):
    for kernel, size in large(suite, only):
        yield {"name": size["name"], "which": "large", "set": kernel["set"]}


def timings(suite, only, options, tries, peers, is_device):
    """The measurements of one size follow each other, so that they are taken under the same conditions."""
    sizes = large(suite, only) if is_device else ((kernel, {"name": "small", **kernel["small"]}) for kernel in suite["kernels"] if is_wanted(kernel, None, only))
    for kernel, size in sizes:
        names = {**size["sizes"], **size.get("scalars", {})}
        head = {"name": size["name"] if is_device else kernel["name"], "kernel": kernel["name"], "size": size["name"], "sizes": names}
        head.update({work: value(kernel[work], names) for work in ("flop", "bytes")})
        yield {**head, "by": "default"}
        if size["name"] in options:
            yield {**head, "by": "best known", "options": options[size["name"]]}
        for one in tries:
            yield {**head, "by": "try", "options": one}
        for peer in peers:
            yield {**head, "by": peer}


def best_known(file):
    """Mapping options by size, from the rows of best-known.json."""
    if not file.exists():
        return {}
    return {row["size"]: row["options"] for row in json.loads(file.read_text())["rows"] if row["options"]}
