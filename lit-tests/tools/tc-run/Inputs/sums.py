"""The first and last element of each result in a folder, which is then emptied."""

import sys
from pathlib import Path

import numpy

for name in ["Y", "Z"]:
    file = Path(sys.argv[1]) / f"{name}.npy"
    values = numpy.load(file)
    print(name, [float(values[0]), float(values[-1])], end=" ")
    file.unlink()
print()
