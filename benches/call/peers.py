"""The same call by a peer, for ./x bench call: a ufunc of NumPy into an array, or a compiled function of Numba. Prints the nanoseconds of a call for each of some rounds."""

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


def main():
    add = numpy.add if sys.argv[1] == "numpy" else numba_add()
    a, b, c = (numpy.full(4, value, numpy.float32) for value in (1, 2, 0))
    for _ in range(ROUNDS):
        begin = time.thread_time_ns()
        for _ in range(CALLS):
            add(a, b, c)
        print((time.thread_time_ns() - begin) / CALLS)
    assert list(c) == [3] * 4, c


main()
