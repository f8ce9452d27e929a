"""The first CUDA device, asked through the driver itself: `libcuda.so.1` and nothing else is needed."""

import ctypes

from problem import Problem

# Of CUdevice_attribute in cuda.h.
ATTRIBUTES = {"multiprocessors": 16, "l2_bytes": 38, "clock_khz": 13, "memory_clock_khz": 36, "memory_bus_bits": 37, "capability_major": 75, "capability_minor": 76}
NO_DRIVER = "no CUDA driver on this machine ({reason}): install NVIDIA's driver, or try the pack with --target emulator"


def call(driver, function, *arguments):
    code = getattr(driver, function)(*arguments)
    if code:
        raise Problem(f"no CUDA device: {function} returns {code}{name_of(driver, code)}; nvidia-smi shows what the driver sees")


def name_of(driver, code):
    text = ctypes.c_char_p()
    known = hasattr(driver, "cuGetErrorName") and driver.cuGetErrorName(code, ctypes.byref(text)) == 0
    return f" ({text.value.decode()})" if known and text.value else ""


def find():
    """Name, memory and attributes of device 0, and the version of the driver."""
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError as reason:
        raise Problem(NO_DRIVER.format(reason=reason)) from None
    call(driver, "cuInit", 0)
    number, version, name, memory = ctypes.c_int(), ctypes.c_int(), ctypes.create_string_buffer(256), ctypes.c_size_t()
    call(driver, "cuDeviceGet", ctypes.byref(number), 0)
    call(driver, "cuDriverGetVersion", ctypes.byref(version))
    call(driver, "cuDeviceGetName", name, len(name), number)
    call(driver, "cuDeviceTotalMem_v2", ctypes.byref(memory), number)
    found = {"name": name.value.decode(), "driver": f"{version.value // 1000}.{version.value % 1000 // 10}", "memory_bytes": memory.value}
    for attribute, code in ATTRIBUTES.items():
        value = ctypes.c_int()
        call(driver, "cuDeviceGetAttribute", ctypes.byref(value), code, number)
        found[attribute] = value.value
    return {**found, "machine": machine_of(found)}


def machine_of(device):
    """The description to compile for. PTX for sm_90a runs on no other device; that for sm_80 runs on all later ones."""
    capability = (device["capability_major"], device["capability_minor"])
    if capability < (8, 0):
        raise Problem(f"{device['name']} has compute capability {capability[0]}.{capability[1]}: the kernels need 8.0 or later")
    return "sm_90a" if capability == (9, 0) else "sm_80"
