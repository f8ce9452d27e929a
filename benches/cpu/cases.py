"""What is measured: kernels of the suite, at its large sizes or at smaller ones that one core finishes in a fraction of a second, and matrix products of
all shapes. A case is a kernel with sizes; its name is that of the suite's configuration, or the kernel's with its sizes."""

import difflib
import fnmatch
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "kernels"))
import reference  # noqa: E402

# In place of large sizes that are meant for a GPU, and take seconds or gigabytes here: kernel, then its cases with the sizes that differ from the
# suite's first large ones. Of sgemm there are the products below; `reverted` has eleven elements, which no clock can tell from a call.
SMALLER = {
    "mv": {"mv-4k": {"M": 4096, "K": 4096}},
    "mv_two_step": {"mv2-4k": {"M": 4096, "K": 4096}},
    "mm": {"mm-1k": {}},
    "sgemm": {},
    "tmm": {"tmm-s": {}, "tmm-m": {"K": 1024, "N": 1024}, "tmm-4k": {"K": 4096, "N": 4096}},
    "conv1d": {"conv1d-1m": {"M": 1 << 20}},
    "conv2d": {"conv-tc": {}, "conv-64": {"N": 4, "C": 64, "F": 64}, "conv-128-14": {"N": 4, "C": 128, "F": 128, "H": 16, "W": 16}},
    "sconv2d": {"sconv-64": {"N": 4}},
    "sconv2d_param": {"sconvp-64": {"N": 4}},
    "sconv2d_where": {"sconvw-64": {"N": 4}},
    "maxpool2x2": {"maxpool-112": {"N": 8}},
    "avgpool2x2": {"avgpool-112": {"N": 8}},
    "gather": {"gather-4m": {"N": 4194304, "A": 1024}},
    "lut1": {"1lut-tc": {}},
    "lut2": {"2lut-tc": {}},
    "subsample_2": {"sub2-16m": {"I": 16777215}},
    "average_pool_2": {"avg2-16m": {"I": 16777215}},
    "reverted": {},
    "constant_fill": {"fill-16m": {"N": 16777216}},
    "transpose": {"transpose-4k": {"M": 4096, "N": 4096}},
    "nchw_to_nhwc": {"nhwc-56": {"N": 8}},
    "tile_matrix": {"tile-4k": {"M": 4096, "N": 4096}},
    "kronecker3_1": {"kron1-32": {"M": 64}},
    "kronecker3_2": {"kron2-32": {"M": 64}},
    "kronecker3_3": {"kron3-32": {"M": 64}},
    "kronecker3": {"kron-32": {}, "kron-64": {"M": 64, "N0": 64, "N1": 64, "N2": 64}},
    "moments2": {"moments-s": {}, "moments-2k": {"N": 2048, "K": 2048}},
    "group_norm": {"gn-s": {}, "gn-l": {"N": 4, "H": 48, "W": 48}},
    "wavenet1": {"wavenet-d32": {"DIL": 32}},
    "tensordot": {"tensordot": {"N": 4}},
    "batchnorm": {"bn-tc": {}, "bn-64": {"C": 64}},
    "layernorm": {"ln-tc": {}, "ln-2k": {"N": 2048, "C": 2048}},
    "softmax": {"softmax-tc": {}, "softmax-2k": {"N": 2048, "C": 2048}},
    "cosine_similarity": {"cos-tc": {}, "cos-8k": {"M": 8192, "N": 1024}},
    "count_above": {"count-4k": {"N": 4096, "K": 4096}},
    "cast_add": {"cast-4k": {"M": 4096, "N": 4096}},
    "masked_conv": {"mconv-1x1": {"B": 4}},
    "depthwise_conv_gelu": {"dwconv-384": {"N": 2}, "dwconv-96": {"N": 2, "C": 96, "H": 56, "W": 56}},
    "rmsnorm_add": {"rmsnorm-2k": {"N": 2048, "C": 2048}},
    "attention_small": {"attention-512": {"B": 2}},
    "fused_mlp5": {"mlp5-64": {"R": 16384}},
    "min_distance": {"mind-1k": {"M": 1024, "N": 1024}},
    "jacobi2d": {"jacobi-2800": {}},
    "gesummv": {"gesummv-4k": {"N": 4096, "M": 4096}},
    "atax": {"atax-4k": {"M": 4096, "N": 4096}},
    "bicg": {"bicg-4k": {"M": 4096, "N": 4096}},
    "mvt": {"mvt-4k": {"N": 4096}},
    "mm2": {"mm2-512": {"I": 512, "J": 512, "K": 512, "L": 512}},
    "mm3": {"mm3-512": {"I": 512, "J": 512, "K": 512, "L": 512, "M": 512}},
    "syrk": {"syrk-1k": {"N": 1024, "K": 1024}},
    "covariance": {"cov-512": {"N": 512, "M": 512}},
    "one_hot": {"onehot-1k": {"N": 16384}},
    "histogram": {"histogram-1m": {}},
    "segment_sum": {"segments-64k": {}},
    "lstm": {"lstm-128": {"T": 128}},
    "tccg_abc_bda_dc": {"tccg-abc-bda-dc": {}},
    "tccg_abcd_deca_be": {"tccg-abcd-deca-be": {"A": 48, "D": 48}},
    "tccg_abcde_efbad_cf": {"tccg-abcde-efbad-cf": {"A": 24, "E": 24}},
    "tccg_abcd_ea_ebcd": {"tccg-abcd-ea-ebcd": {"B": 42, "C": 42}},
    "tccg_ab_acd_dbc": {"tccg-ab-acd-dbc": {"A": 96, "B": 96}},
    "tccg_abcdef_dega_gfbc": {"tccg-abcdef-dega-gfbc": {}},
}

# Products as N x M x K: squares, odd ones, skinny ones.
SQUARES = (64, 100, 128, 256, 384, 500, 509, 512, 777, 1000, 1024, 2048)
SKINNY = ((6, 1024, 1024), (24, 1024, 1024), (96, 1024, 1024), (1024, 64, 1024), (1024, 6, 1024), (1024, 1024, 64), (4096, 33, 129), (100, 2000, 128), (1, 4096, 1024))


class Case:
    """A kernel of the suite with sizes."""

    def __init__(self, name, kernel, config):
        self.name, self.kernel, self.config = name, kernel, config
        self.scope = reference.scope(config)

    def work(self):
        """Operations and bytes, as the suite counts them."""
        return tuple(reference.value(self.kernel[key], self.scope) for key in ("flop", "bytes"))

    def loops(self):
        """The file with the kernel's loops in C."""
        return "polybench.c" if self.kernel["set"] == "loops" and self.kernel["name"] not in SMALLER else "loops.c"

    def is_double(self):
        return any(tensor["dtype"] == "float64" for tensor in self.kernel["inputs"])

    def twin(self):
        """The kernel in the notation of SaC, where there is one; its results are called r0, r1, ..."""
        file = ROOT / "examples" / "sac" / Path(self.kernel["file"]).with_suffix(".sac")
        return file if file.exists() else None

    def command(self, tc_run, folder, file=None):
        """tc-run with the inputs in a folder."""
        file = file or ROOT / "kernels" / self.kernel["file"]
        line = [str(tc_run), str(file), "--entry", self.kernel["entry"], "--target", "cpu"]
        for name in self.kernel.get("free_sizes", []):
            line += ["--size", f"{name}={self.config['sizes'][name]}"]
        for tensor in self.kernel["inputs"]:
            line += ["--input", f"{tensor['name']}={folder / tensor['name']}.npy"]
        return line


def products(kernels):
    shapes = [(n, n, n) for n in SQUARES] + list(SKINNY)
    for n, m, k in shapes:
        name = f"sgemm-{n}" if n == m == k else f"sgemm-{n}x{m}x{k}"
        yield Case(name, kernels["sgemm"], {"sizes": {"N": n, "M": m, "K": k}})


def load():
    """All cases, the products first. Of the set `loops`, those that are named above; the benchmark of PolyBench has what it has."""
    kernels = reference.load()
    cases = list(products(kernels))
    for kernel in kernels.values():
        if not kernel["large"] or (kernel["set"] == "loops" and kernel["name"] not in SMALLER):
            continue
        first = kernel["large"][0]
        if kernel["name"] not in SMALLER:
            cases += [Case(config["name"], kernel, config) for config in kernel["large"]]
            continue
        for name, sizes in SMALLER[kernel["name"]].items():
            cases.append(Case(name, kernel, {**first, "sizes": {**first["sizes"], **sizes}}))
    return cases


def select(cases, patterns):
    """The cases whose name, or whose kernel's name, matches one of the patterns; ValueError for a pattern that matches none."""
    for pattern in patterns:
        if not any(matches(case, pattern) for case in cases):
            names = sorted({case.name for case in cases} | {case.kernel["name"] for case in cases})
            near = difflib.get_close_matches(pattern, names, 3, 0.5)
            hint = f"near ones are {', '.join(near)}" if near else "--list prints the names"
            raise ValueError(f"no kernel matches `{pattern}`: {hint}")
    return [case for case in cases if not patterns or any(matches(case, pattern) for pattern in patterns)]


def matches(case, pattern):
    return any(fnmatch.fnmatchcase(name, pattern) for name in (case.name, case.kernel["name"]))
