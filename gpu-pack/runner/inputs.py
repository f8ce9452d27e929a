"""Writes the integer tensors of a kernel at one size: subscripts must stay in range, so that random bits do not do.

usage: inputs.py FOLDER-OF-KERNELS KERNEL CONFIGURATION FOLDER

All other tensors are filled by tc-run.
"""

import sys
from pathlib import Path


def main():
    kernels, name, configuration, folder = sys.argv[1:]
    sys.path.insert(0, kernels)
    import numpy
    import reference

    kernel = reference.load()[name]
    configs = {"small": kernel["small"], **{one["name"]: one for one in kernel["large"]}}
    integers = [spec for spec in kernel["inputs"] if numpy.dtype(spec["dtype"]).kind in "iu" and spec["shape"]]
    made = reference.make_inputs({**kernel, "inputs": integers}, configs[configuration], 0)
    for tensor, values in made.items():
        numpy.save(Path(folder) / f"{tensor}.npy", values)


if __name__ == "__main__":
    main()
