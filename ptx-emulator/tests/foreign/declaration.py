"""How a kernel is declared: CUDA C, a launch, and the same in NumPy.

Arguments are `in` (`f32:64`), `out_`, `inout_`, `zero_` arrays or scalars (`int:5`). The reference gets the inputs by
name and returns the outputs in the order of the arguments.
"""

KERNELS = []


def kernel(name, grid, block, arguments, source, tolerance=0.0, dynamic=0, options=()):
    """Registers the decorated reference together with its CUDA source."""
    def register(reference):
        KERNELS.append({
            "name": name, "grid": list(grid) + [1] * (3 - len(grid)), "block": list(block) + [1] * (3 - len(block)),
            "arguments": arguments, "source": source, "tolerance": tolerance, "dynamic": dynamic,
            "options": list(options), "reference": reference,
        })
        return reference
    return register


def elementwise(name, expression, reference, tolerance=0.0, kind="f32", ctype="float", options=()):
    """y[i] = expression of x[i] and z[i]."""
    source = f"""
extern "C" __global__ void k(const {ctype}* x, const {ctype}* z, {ctype}* y, int n) {{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {{ {ctype} a = x[i], b = z[i]; y[i] = {expression}; }}
}}
"""
    kernel(name, [4], [64], {"x": f"{kind}:200", "z": f"{kind}:200", "y": f"out_{kind}:200", "n": "int:200"}, source,
           tolerance, options=options)(lambda x, z, n: reference(x, z))
