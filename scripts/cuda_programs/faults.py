"""Mistakes planted in the programs of this folder: the file, the program, a text of it and what stands in its place, and the kinds of finding
of which one must be told."""

RACE = ("shared-race", "global-race")
BOUNDS = ("out-of-bounds",)
UNSET = ("uninitialised-read",)

TRITON, CORE, NUMBA = "triton_programs.py", "core_programs.py", "numba_programs.py"

FAULTS = [
    # Triton: masks that are gone or shifted, rows that are one too far, sums without atomics.
    (TRITON, "vector_add", "    inside = i < n\n    tl.store(z + i", "    inside = i <= n\n    tl.store(z + i", BOUNDS),
    (TRITON, "vector_add", "tl.load(y + i, mask=inside), mask=inside)", "tl.load(y + i), mask=inside)", BOUNDS),
    (TRITON, "vector_add", "tl.load(x + i, mask=inside) + tl", "tl.load(x + i + 1, mask=inside) + tl", BOUNDS),
    (TRITON, "vector_add", "tl.load(x + i, mask=inside) + tl", "tl.load(x + i - 1, mask=inside) + tl", BOUNDS),
    (TRITON, "softmax", "tl.load(x + row * columns + j, mask=inside, other=-float(\"inf\"))", "tl.load(x + (row + 1) * columns + j, mask=inside, other=-float(\"inf\"))",
     BOUNDS),
    (TRITON, "softmax", "tl.sum(powers, axis=0), mask=inside)", "tl.sum(powers, axis=0))", RACE + BOUNDS),
    (TRITON, "softmax", "softmax_kernel[(7,)]", "softmax_kernel[(8,)]", BOUNDS),
    (TRITON, "matmul", "mask=(i[:, None] < M) & ((start + k)[None, :] < K), other=0.0", "mask=(start + k)[None, :] < K, other=0.0", BOUNDS),
    (TRITON, "matmul", "sums, mask=(i[:, None] < M) & (j[None, :] < N))", "sums, mask=(i[:, None] < M))", RACE + BOUNDS),
    (TRITON, "dropout", "    values = tl.load(x + i, mask=inside)\n    tl.store(y + i, tl.where", "    values = tl.load(x + i)\n    tl.store(y + i, tl.where", BOUNDS),
    (TRITON, "layernorm", "weight = tl.load(w + j, mask=inside)", "weight = tl.load(w + row * columns + j, mask=inside)", BOUNDS),
    (TRITON, "attention", "mask=j[None, :] < N, other=0.0)\n        value", "mask=j[None, :] <= N, other=0.0)\n        value", BOUNDS),
    (TRITON, "attention", "result / total[:, None], mask=i[:, None] < N)", "result / total[:, None])", BOUNDS),
    (TRITON, "histogram", "tl.atomic_add(counts + tl.load(x + i, mask=inside, other=0), 1, mask=inside)",
     "bin = tl.load(x + i, mask=inside, other=0)\n    tl.store(counts + bin, tl.load(counts + bin, mask=inside) + 1, mask=inside)", RACE),
    # CUDA C++ through NVRTC: barriers, waits, guards, padding.
    (CORE, "saxpy", "i < n; i += (size_t)", "i <= n; i += (size_t)", BOUNDS),
    (CORE, "saxpy", "z[i] = a * x[i] + y[i];", "z[i] = a * x[i] + y[i] + z[i];", UNSET),
    (CORE, "saxpy", "z[i] = a * x[i] + y[i];", "z[i / 2] = a * x[i] + y[i];", RACE),
    (CORE, "reduce", "x[i] : 0.0f;\n  __syncthreads();", "x[i] : 0.0f;", RACE),
    (CORE, "reduce", "part[t + half];\n    __syncthreads();", "part[t + half];", RACE),
    (CORE, "reduce", "i < n ? x[i] : 0.0f", "x[i]", BOUNDS),
    (CORE, "reduce", "if (t < half) part[t]", "if (t <= half) part[t]", RACE),
    (CORE, "reduce", "int half = blockDim.x / 2;", "int half = blockDim.x;", BOUNDS + RACE),
    (CORE, "reduce", "__shared__ float part[128];", "__shared__ float part[127];", BOUNDS),
    (CORE, "reduce", "if (t == 0) sums[blockIdx.x]", "sums[blockIdx.x / 2]", RACE),
    (CORE, "transpose", "columns) tile[threadIdx.y][threadIdx.x] = x[r * columns + c];\n  __syncthreads();",
     "columns) tile[threadIdx.y][threadIdx.x] = x[r * columns + c];", RACE),
    (CORE, "transpose", "if (r < rows && c < columns) y[c", "if (c < columns) y[c", RACE + BOUNDS + UNSET),
    (CORE, "transpose", "if (r < rows && c < columns) tile", "if (c < columns) tile", BOUNDS),
    (CORE, "transpose", "y[c * rows + r] = tile[threadIdx.x][threadIdx.y]", "y[c * rows + r] = tile[threadIdx.x + 1][threadIdx.y]", BOUNDS + UNSET),
    (CORE, "pipeline", "__pipeline_wait_prior(1);", "__pipeline_wait_prior(2);", ("missing-async-wait",) + UNSET + RACE),
    (CORE, "pipeline", "    __pipeline_wait_prior(1);\n    __syncthreads();", "    __pipeline_wait_prior(1);", RACE),
    (CORE, "pipeline", "stage[k % 2][63 - t];\n    __syncthreads();", "stage[k % 2][63 - t];", RACE),
    (CORE, "pipeline", "&x[(k + 1) * 64 + t], 4", "&x[(k + 1) * 64 + t + 1], 4", BOUNDS),
    (CORE, "pipeline", "if (k + 1 < tiles) __pipeline", "__pipeline", BOUNDS),
    (CORE, "linked", "if (i < n) x[i] = scale", "x[i] = scale", BOUNDS),
    (CORE, "variables", "atomicAdd(&counter, step);", "counter += step;", RACE),
    # Numba: the same in Python.
    (NUMBA, "vector_add", "if i < z.size:\n        z[i]", "if i <= z.size:\n        z[i]", BOUNDS),
    (NUMBA, "vector_add", "z[i] = x[i] + y[i]", "z[i] += x[i] + y[i]", UNSET),
    (NUMBA, "matmul", "        cuda.syncthreads()  # filled\n        for l", "        for l", RACE),
    (NUMBA, "matmul", "        cuda.syncthreads()  # used\n", "", RACE),
    (NUMBA, "matmul", "if k * 8 + ti < b.shape[0] and j < b.shape[1]:", "if j < b.shape[1]:", BOUNDS),
    (NUMBA, "matmul", "if i < a.shape[0] and k * 8", "if k * 8", BOUNDS),
    (NUMBA, "reduce", "    cuda.syncthreads()  # filled\n    half", "    half", RACE),
    (NUMBA, "reduce", "        cuda.syncthreads()  # step\n", "", RACE),
    (NUMBA, "reduce", "cuda.atomic.add(sums, 0, part[0])", "sums[0] += part[0]", RACE),
    (NUMBA, "histogram", "    cuda.syncthreads()  # cleared\n", "", RACE),
    (NUMBA, "histogram", "    cuda.syncthreads()  # counted\n", "", RACE),
    (NUMBA, "histogram", "cuda.atomic.add(own, x[i], 1)", "own[x[i]] += 1", RACE),
    (NUMBA, "stencil", "if 0 < i < x.size - 1:", "if 0 < i < x.size:", BOUNDS),
    (NUMBA, "stencil", "y[i] = (x[i - 1] + x[i] + x[i + 1]) / 3", "x[i] = (x[i - 1] + x[i] + x[i + 1]) / 3", RACE),
    (NUMBA, "scan", "        cuda.syncthreads()  # read\n", "", RACE),
    (NUMBA, "scan", "        cuda.syncthreads()  # written\n", "", RACE),
    (NUMBA, "scan", "values[t - step] if t >= step else float32(0)", "values[t + step]", BOUNDS),
]
