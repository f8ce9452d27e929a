"""Arrays on the device, by the driver API and nothing else: `libcuda.so.1` through ctypes."""

import ctypes

import numpy as np

DRIVER = ctypes.CDLL("libcuda.so.1")
Address = ctypes.c_uint64


class DriverError(Exception):
    """A call of the driver failed; the text is the code's name."""


def call(name, *arguments):
    """Calls a function of the driver; an error code is an exception."""
    code = getattr(DRIVER, name)(*arguments)
    if code:
        text = ctypes.c_char_p()
        DRIVER.cuGetErrorName(code, ctypes.byref(text))
        raise DriverError(f"{name}: {(text.value or b'?').decode()}")


def start():
    """Makes the primary context of the device current."""
    context = ctypes.c_void_p()
    call("cuInit", 0)
    call("cuDevicePrimaryCtxRetain", ctypes.byref(context), 0)
    call("cuCtxSetCurrent", context)


class Array:
    """An array on the device: a copy of one on the host, or not initialised."""

    def __init__(self, host):
        self.host = np.ascontiguousarray(host)
        self.dtype = self.host.dtype
        self.address = Address()
        call("cuMemAlloc_v2", ctypes.byref(self.address), ctypes.c_size_t(self.host.nbytes))
        self.fill(self.host)

    @classmethod
    def empty(cls, shape, dtype=np.float32):
        array = cls.__new__(cls)
        array.host = np.zeros(shape, dtype)
        array.dtype = array.host.dtype
        array.address = Address()
        call("cuMemAlloc_v2", ctypes.byref(array.address), ctypes.c_size_t(array.host.nbytes))
        return array

    def fill(self, host):
        call("cuMemcpyHtoD_v2", self.address, host.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(host.nbytes))

    def data_ptr(self):
        return self.address.value

    def numpy(self):
        host = np.empty_like(self.host)
        call("cuMemcpyDtoH_v2", host.ctypes.data_as(ctypes.c_void_p), self.address, ctypes.c_size_t(host.nbytes))
        return host

    def free(self):
        call("cuMemFree_v2", self.address)
