"""The same call from Python, for ./x bench call: an operator, the same into an array, a kernel; a ufunc of NumPy into an array, or a compiled function of Numba. Prints the nanoseconds of a call for each of some rounds."""

import sys
import time

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
    if way == "kernel":
        add = add.compile((4,), (4,))
    return (lambda a, b, c: add(a, b)) if way == "call" else (lambda a, b, c: add(a, b, out=c))


def main():
    way = sys.argv[1]
    add = {"numpy": lambda: numpy.add, "numba": numba_add}.get(way, lambda: tensorcomp_add(way))()
    a, b, c = (numpy.full(4, value, numpy.float32) for value in (1, 2, 0))
    for _ in range(ROUNDS):
        begin = time.thread_time_ns()
        for _ in range(CALLS):
            add(a, b, c)
        print((time.thread_time_ns() - begin) / CALLS)
    c = add(a, b, c) if way == "call" else c
    assert list(c) == [3] * 4, c


main()
