"""The production model of the TC paper (figure 15) from Python: lookups in two tables and a projection, side by side, through four layers. All of it is one operator,
compiled for the shapes of the arrays and run where they are, on the CPU and in the emulator; every intermediate result is compared with NumPy in double precision."""

import sys
from pathlib import Path

import numpy as np
import tensorcomp as tc

BATCH, ROWS, WIDTH, LOOKUPS, FEATURES = 16, 200, 32, 10, (100, 48)
LAYERS = (64, 32, 16, 2)


def inputs():
    random = np.random.default_rng(1)

    def numbers(*shape):
        return random.uniform(-1, 1, shape).astype(np.float32)

    all = {}
    for number in (1, 2):
        all[f"Table{number}"] = numbers(ROWS, WIDTH)
        all[f"Idx{number}"] = random.integers(0, ROWS, (BATCH, LOOKUPS), np.int32)
    all["X"], all["W"] = numbers(BATCH, FEATURES[0]), numbers(FEATURES[1], FEATURES[0]) / 5
    width = 2 * WIDTH + FEATURES[1]
    for number, out in enumerate(LAYERS, start=1):
        all[f"W{number}"], all[f"B{number}"] = numbers(out, width) / 3, numbers(out)
        width = out
    return all


def expected(all):
    """C1, C2, C3, I, and O1 to O4."""
    double = {name: one if one.dtype == np.int32 else one.astype(np.float64) for name, one in all.items()}
    sums = [double[f"Table{number}"][double[f"Idx{number}"]].sum(1) for number in (1, 2)]
    sums.append(double["X"] @ double["W"].T)
    sums.append(np.concatenate(sums, axis=1))
    for number in range(1, len(LAYERS) + 1):
        sums.append(np.maximum(sums[-1] @ double[f"W{number}"].T + double[f"B{number}"], 0))
    return sums


def main():
    model = tc.load(Path(__file__).parent.parent / "engine/src/model.tc").model
    given, wrong = inputs(), 0
    due = expected(given)
    for target in ("cpu", "emulator"):
        found = model.compile(**given, target=target)(**given)
        far = [float(np.abs(one - other).max() / max(1, np.abs(other).max())) for one, other in zip(found, due, strict=True)]
        print(f"{target}: {len(found)} outputs, {'as in NumPy' if max(far) < 1e-5 else f'not as in NumPy: {far}'}")
        wrong += max(far) >= 1e-5
    return wrong


if __name__ == "__main__":
    sys.exit(main())
