"""The same call from Python, for ./x bench call: an operator, the same into an array, a kernel; a ufunc of NumPy into an array, or a compiled function of Numba. And on tensors of
PyTorch: an operator, the same into a tensor, an operator that is registered in PyTorch, and its own function. Prints the nanoseconds of a call for each of some rounds."""

import os
import sys
import time

# Where PyTorch is, if it is not in this environment.
sys.path += filter(None, [os.environ.get("TENSORCOMP_TORCH")])

import numpy

ROUNDS, CALLS = 20, 20_000


def numba_add():
    import numba

    @numba.njit("void(float32[::1], float32[::1], float32[::1])")
    def add(a, b, c):
        for i in range(a.shape[0]):
            c[i] = a[i] + b[i]

    return add


def tensorcomp_add(way):
    """An operator; the same, or a kernel of it, into an array."""
    import tensorcomp

    add = tensorcomp.define("def add(float(N) A, float(N) B) -> (C) { C(i) = A(i) + B(i) }").only
    if way == "operator":
        return add
    if way == "kernel":
        add = add.compile((4,), (4,))
    return (lambda a, b, c: add(a, b)) if way == "call" else (lambda a, b, c: add(a, b, out=c))


def torch_add(way):
    """A function of PyTorch, or one of its operators that is ours."""
    import tensorcomp
    import torch

    if way == "torch":
        return lambda a, b, c: torch.add(a, b, out=c)
    if way == "torch-registered":
        registered = tensorcomp.torch.register(tensorcomp_add("operator"), "benches::add")
        return lambda a, b, c: registered(a, b)
    return tensorcomp_add(way.removeprefix("torch-"))


def main():
    way = sys.argv[1]
    add = {"numpy": lambda: numpy.add, "numba": numba_add}.get(way, lambda: torch_add(way) if "torch" in way else tensorcomp_add(way))()
    a, b, c = (numpy.full(4, value, numpy.float32) for value in (1, 2, 0))
    if "torch" in way:
        import torch

        a, b, c = map(torch.from_numpy, (a, b, c))
    for _ in range(ROUNDS):
        begin = time.thread_time_ns()
        for _ in range(CALLS):
            add(a, b, c)
        print((time.thread_time_ns() - begin) / CALLS)
    c = c if way.endswith(("out", "kernel", "numpy", "numba", "torch")) else add(a, b, c)
    assert list(c) == [3] * 4, c


main()
