"""How a kernel is declared: its source, a launch, and the same in NumPy.

Arguments are `in` (`f32:64`), `out_`, `inout_`, `zero_` arrays or scalars (`int:5`). The reference gets the inputs by
name and returns the outputs in the order of the arguments. `refused` names what the emulator must say instead of running
it; `printed` is what the kernel prints.
"""

KERNELS = []


def kernel(name, grid, block, arguments, source, tolerance=0.0, dynamic=0, options=(), refused=None, printed=None, findings=None):
    """Registers the decorated reference together with its source."""
    def register(reference):
        KERNELS.append({
            "name": name, "grid": list(grid) + [1] * (3 - len(grid)), "block": list(block) + [1] * (3 - len(block)),
            "arguments": arguments, "source": source, "tolerance": tolerance, "dynamic": dynamic,
            "options": list(options), "refused": refused, "printed": printed, "findings": findings, "reference": reference,
        })
        return reference
    return register
