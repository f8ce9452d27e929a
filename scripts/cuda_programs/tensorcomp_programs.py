"""Our own operators from Python, on arrays of the device: their memory is used in place, compiled kernels run again and again, nothing is left
allocated.

    python tensorcomp_programs.py
"""

import ctypes
import sys

import device
import numpy as np
import tensorcomp as tc

TEXT = """
def mm(float(M,K) A, float(K,N) B) -> (C) { C(m,n) +=! A(m,k) * B(k,n) }
def axpy(float a, float(N) x, float(N) y) -> (z) { z(n) = a * x(n) + y(n) }
"""


class Array(device.Array):
    """An array of the device as other libraries tell of it."""

    @property
    def __cuda_array_interface__(self):
        return {"shape": self.host.shape, "typestr": self.dtype.str, "data": (self.data_ptr(), False), "version": 3, "stream": 1}


def free_bytes():
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    device.call("cuMemGetInfo_v2", ctypes.byref(free), ctypes.byref(total))
    return free.value


def main():
    device.start()
    random = np.random.default_rng(0)
    floats = lambda *shape: random.standard_normal(shape, dtype=np.float32)
    module = tc.define(TEXT)
    before = free_bytes()

    a, b = floats(33, 40), floats(40, 21)
    arrays = Array(a), Array(b), Array(np.zeros((33, 21), np.float32))
    module.mm(arrays[0], arrays[1], out=arrays[2])
    np.testing.assert_allclose(arrays[2].numpy(), a @ b, rtol=1e-4, atol=1e-4)
    print("mm: ok")

    x, y = floats(100), floats(100)
    more = Array(x), Array(y), Array(np.zeros(100, np.float32))
    kernel = module.axpy.compile(2.5, (100,), (100,), target="cuda")
    for _ in range(3):
        kernel(2.5, more[0], more[1], out=more[2])
    np.testing.assert_allclose(more[2].numpy(), np.float32(2.5) * x + y, rtol=1e-6)
    print("axpy: ok")

    for array in arrays + more:
        array.free()
    assert free_bytes() == before, (before, free_bytes())
    print("nothing left: ok")


if __name__ == "__main__":
    sys.exit(main())
