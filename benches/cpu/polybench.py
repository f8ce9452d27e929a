"""PolyBench/C 4.2: its thirty kernels as programs of the suite, at its medium and large data sets, in single precision but for `adi`.

Where a program is not PolyBench's text:

- `jacobi-2d` copies the new plane back in place of a second sweep, `seidel-2d` takes five points in place of nine, both with a weight for each time;
- `jacobi-1d` and `heat-3d` copy A to B once, where PolyBench has B as an input;
- `lu`, `ludcmp` and `cholesky` add 32 to the diagonal, and `trisolv` 16, where PolyBench makes its inputs positive definite;
- `gramschmidt` has more rows than columns: with PolyBench's sizes its last columns are noise of rounding;
- `gemver` starts from x = 0; `syrk` has alpha = 1 and beta = 0.5, `trmm` alpha = 1.
"""

from cpu import cases

DATA_SETS = ("medium", "large")
# PolyBench's name: the kernel of the suite, the names of its sizes, and their values of both data sets.
TABLE = {
    "2mm": ("mm2", "I J K L", (180, 210, 190, 220), (800, 1100, 900, 1200)),
    "3mm": ("mm3", "I J K L M", (180, 200, 190, 220, 210), (800, 1000, 900, 1200, 1100)),
    "adi": ("adi", "T N", (100, 200), (500, 1000)),
    "atax": ("atax", "M N", (390, 410), (1900, 2100)),
    "bicg": ("bicg", "M N", (390, 410), (1900, 2100)),
    "cholesky": ("cholesky", "N", (400,), (2000,)),
    "correlation": ("correlation", "M N", (240, 260), (1200, 1400)),
    "covariance": ("covariance_triangle", "M N", (240, 260), (1200, 1400)),
    "deriche": ("deriche", "W H", (720, 480), (4096, 2160)),
    "doitgen": ("doitgen", "Q R P", (40, 50, 60), (140, 150, 160)),
    "durbin": ("durbin", "N", (400,), (2000,)),
    "fdtd-2d": ("fdtd_2d", "T N M", (100, 200, 240), (500, 1000, 1200)),
    "floyd-warshall": ("floyd_warshall", "N", (500,), (2800,)),
    "gemm": ("sgemm", "N M K", (200, 220, 240), (1000, 1100, 1200)),
    "gemver": ("gemver", "N", (400,), (2000,)),
    "gesummv": ("gesummv", "N M", (250, 250), (1300, 1300)),
    "gramschmidt": ("gramschmidt", "M N", (240, 200), (1200, 1000)),
    "heat-3d": ("heat_3d", "T N", (100, 40), (500, 120)),
    "jacobi-1d": ("jacobi_1d", "T N", (100, 400), (500, 2000)),
    "jacobi-2d": ("jacobi_2d", "T N", (100, 250), (500, 1300)),
    "lu": ("lu", "N", (400,), (2000,)),
    "ludcmp": ("ludcmp", "N", (400,), (2000,)),
    "mvt": ("mvt", "N", (400,), (2000,)),
    "nussinov": ("nussinov", "N", (500,), (2500,)),
    "seidel-2d": ("seidel_2d", "T N", (100, 400), (500, 2000)),
    "symm": ("symm", "M N", (200, 240), (1000, 1200)),
    "syr2k": ("syr2k", "M N", (200, 240), (1000, 1200)),
    "syrk": ("syrk_lower", "K N", (200, 240), (1000, 1200)),
    "trisolv": ("trisolv", "N", (400,), (2000,)),
    "trmm": ("trmm", "M N", (200, 240), (1000, 1200)),
}


def load():
    """All cases, the medium data set first: `lu-medium` is the kernel `lu`."""
    kernels = cases.reference.load()
    found = []
    for number, data_set in enumerate(DATA_SETS):
        for name, (kernel, names, *data_sets) in TABLE.items():
            kernel = kernels[kernel]
            config = {"sizes": {}, "scalars": {}}
            for size, value in zip(names.split(), data_sets[number], strict=True):
                kind = "scalars" if any(one.get("fixed") and one["name"] == size for one in kernel["inputs"]) else "sizes"
                config[kind][size] = value
            found.append(cases.Case(f"{name}-{data_set}", kernel, config))
    return found
