"""Arrays in memory of a CUDA device, on the stand-in of the driver: its memory is that of the host, and its kernels do nothing but print their launch."""

import ctypes
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import tensorcomp as tc
from conftest import missing, numbers, ones

ROOT = Path(__file__).resolve().parent.parent.parent
TEXT = """
import ctypes, sys, types, warnings
import numpy as np, tensorcomp as tc
from test_cuda import ByDlpack, ByInterface

warnings.simplefilter("error")
m = tc.define('''
def mm(float(M,K) A, float(K,N) B) -> (C) { C(i,j) +=! A(i,k) * B(k,j) }
def axpy(float a, float(N) x, float(N) y) -> (z) { z(i) = a * x(i) + y(i) }
def twice(float(N) x, int32 n) -> (y) { y(i) = n * x(i) }
''')
A, B, C = np.ones((32, 32), np.float32), np.ones((32, 32), np.float32), np.zeros((32, 32), np.float32)
def shown(*arrays):
    print(*(hex(one.ctypes.data) for one in arrays))
"""


class ByInterface:
    """An array that says it is on the device, by `__cuda_array_interface__`."""

    def __init__(self, array, stream=None, **other):
        self.array, self.stream, self.other = array, stream, other

    @property
    def __cuda_array_interface__(self):
        array = self.array
        strides = None if array.flags.c_contiguous else array.strides
        found = dict(shape=array.shape, typestr=array.dtype.str, data=(array.ctypes.data, not array.flags.writeable), strides=strides, version=3, stream=self.stream)
        return found | self.other


class ByDlpack:
    """The same by DLPack: a capsule of NumPy's whose device is another."""

    def __init__(self, array, device=(2, 0)):
        self.array, self.device, self.asked = array, device, []

    def __dlpack_device__(self):
        return self.device

    def __dlpack__(self, stream, max_version=None):
        self.asked.append(stream)
        capsule = self.array.__dlpack__(max_version=(1, 0))
        get = ctypes.pythonapi.PyCapsule_GetPointer
        get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
        managed = get(capsule, b"dltensor_versioned")
        # Behind version, context, deleter and flags come the address and the device.
        (ctypes.c_int32 * 2).from_address(managed + 40)[:] = self.device
        return capsule


@pytest.fixture(scope="module")
def on_stand_in(tmp_path_factory):
    """Runs a program on the stand-in, and returns what it prints and the launches: streams and parameters."""
    compiler = shutil.which("cc") or missing("a compiler of C")
    folder = tmp_path_factory.mktemp("driver")
    subprocess.run([compiler, "-shared", "-fPIC", "-w", ROOT / "gpu-pack/stand-ins/driver.c", "-o", folder / "libcuda.so.1"], check=True)
    os.symlink("libcuda.so.1", folder / "libcuda.so")
    path = os.pathsep.join([str(Path(__file__).parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    env = {**os.environ, "LD_LIBRARY_PATH": str(folder), "STAND_IN_LAUNCHES": "1", "PYTHONPATH": path, "TC_CACHE": "off"}

    def run(program):
        done = subprocess.run([sys.executable, "-c", TEXT + program], capture_output=True, text=True, env=env)
        assert done.returncode == 0, done.stderr
        launches = [line.removeprefix("launch: stream ").split(", parameters ") for line in done.stderr.splitlines() if line.startswith("launch: ")]
        return done.stdout.split(), [(stream, parameters.split()) for stream, parameters in launches]

    return run


def test_addresses_go_to_the_kernels_as_they_are(on_stand_in):
    printed, launches = on_stand_in("""
assert m.mm(ByInterface(A), ByInterface(B), out=(out := ByInterface(C))) is out
shown(A, B, C)
""")
    assert launches == [("0", printed)]


def test_kernels_are_on_the_current_stream_of_the_first_array(on_stand_in):
    printed, launches = on_stand_in("""
cupy = types.ModuleType("cupy")
cupy.cuda = types.SimpleNamespace(get_current_stream=lambda: types.SimpleNamespace(ptr=0x70))
cupy.zeros = lambda shape, dtype: ndarray(np.zeros(shape, dtype))
class ndarray(ByDlpack): pass
ndarray.__module__ = "cupy"
sys.modules["cupy"] = cupy
a, b = ndarray(A), ByInterface(B, stream=1)
c = m.mm(a, b)
assert type(c) is ndarray and c.array.shape == (32, 32)
assert a.asked == [0x70], a.asked
shown(A, B, c.array)
m.mm(b, a, out=ByInterface(C))
assert a.asked == [0x70, 0x70]
""")
    assert launches[0] == ("0x70", printed) and launches[1][0] == "0x1" and len(launches) == 2


def test_the_default_stream_is_1_for_dlpack(on_stand_in):
    on_stand_in("""
a = ByDlpack(A)
m.mm(a, ByDlpack(B), out=ByDlpack(C))
assert a.asked == [1], a.asked
""")


def test_numbers_are_copied_and_loaded_code_is_used_again(on_stand_in):
    printed, launches = on_stand_in("""
x, y, z = (np.ones(32, np.float32) for _ in range(3))
kernel = m.axpy.compile(2.0, (32,), (32,), target="cuda")
for _ in range(3):
    kernel(2.0, ByInterface(x), ByInterface(y), out=ByInterface(z))
shown(x, y, z)
m.twice(ByInterface(x), 3, out=ByInterface(z))
""")
    assert [parameters[1:] for _, parameters in launches[:3]] == [printed] * 3
    assert launches[3] == ("0", [printed[0], printed[2]])


def test_levels_are_those_of_the_device(on_stand_in):
    on_stand_in("""
kernel = m.mm.compile(ByInterface(A), ByInterface(B))
assert kernel.target == "cuda" and ".entry" in kernel.asm["ptx"]
assert m.mm.compile((32, 32), (32, 32)).target == "cpu"
with tc.knobs.scope(target="cuda", machine="sm_80"):
    assert ".target sm_80" in m.mm.compile(ByInterface(A), ByInterface(B)).asm["ptx"]
""")


A, B, C = numbers(3, 4), numbers(4, 5), np.zeros((3, 5), np.float32)

WRONG = [
    ("a kernel for the CPU", lambda m: m.mm.compile((3, 4), (4, 5))(ByInterface(A), ByInterface(B), out=ByInterface(C)), tc.DeviceError, "input `A`: it is in memory of a device .CUDA, number 0., and the kernel is for the target cpu: compile it for `cuda`"),
    ("an output alone", lambda m: m.mm(A, B, out=ByInterface(C)), tc.DeviceError, "output `C`: it is in memory of a device"),
    ("an input on the host", lambda m: m.mm(ByInterface(A), B, out=ByInterface(C)), tc.DeviceError, "input `B`: it is in memory of the host, and input `A` in memory of a device"),
    ("an output on the host", lambda m: m.mm(ByInterface(A), ByInterface(B), out=C), tc.DeviceError, "output `C`: it is in memory of the host"),
    ("another device", lambda m: m.mm(ByDlpack(A, (2, 1)), B), tc.DeviceError, "input `A`: it is in memory of a device .CUDA, number 1.: kernels run on number 0"),
    ("nobody makes the output", lambda m: m.mm(ByInterface(A), ByInterface(B)), tc.ArgumentError, "output `C`: it cannot be made: TypeError: only PyTorch and CuPy make"),
    ("another type", lambda m: m.mm(ByInterface(A.astype(np.float64)), ByInterface(B)), tc.ArgumentTypeError, "input `A`: expected float, found double"),
    ("complex", lambda m: m.mm(ByInterface(A.astype(np.complex64)), B), tc.ArgumentTypeError, "input `A`: expected elements of a type of the language, found <c8"),
    ("another byte order", lambda m: m.mm(ByInterface(A.astype(">f4")), B), tc.ArgumentTypeError, "input `A`: expected elements of a type of the language, found >f4"),
    ("columns", lambda m: m.mm(ByInterface(numbers(4, 3).T), ByInterface(B), out=ByInterface(C)), tc.Error, "input `A`: its elements do not lie in rows one behind another"),
    ("a read-only output", lambda m: m.mm(ByInterface(A), ByInterface(B), out=ByInterface(C, data=(C.ctypes.data, True))), tc.ArgumentError, "output `C`: the array is read-only"),
    ("a mask", lambda m: m.mm(ByInterface(A, mask=A), B), tc.ArgumentTypeError, "input `A`: its `__cuda_array_interface__` has a mask"),
    ("no address", lambda m: m.mm(ByInterface(A, data=None), B), tc.ArgumentTypeError, "input `A`: its `__cuda_array_interface__` is not as version 3 says"),
    ("strides of another rank", lambda m: m.mm(ByInterface(A, strides=(4,)), B), tc.ArgumentTypeError, "input `A`: its `__cuda_array_interface__` has the strides .4., which do not fit"),
    ("a number of the device", lambda m: m.pool(ByInterface(numbers(20)), ByInterface(np.array(3, np.int32)), M=3), tc.DeviceError, "input `step`: it is in memory of a device, and a kernel is compiled for its value"),
    ("shared memory", lambda m: m.add(ByInterface(x := ones(4)), ByInterface(ones(4)), out=ByInterface(x)), tc.Error, "input `A` and output `C` share memory"),
    ("a profile", lambda m: m.mm.compile((3, 4), (4, 5), target="cuda").run(ByInterface(A), ByInterface(B), out=ByInterface(C), profile=True), tc.DeviceError, "a profile is taken of arrays in memory of the host"),
]


@pytest.mark.parametrize("call, error, said", [one[1:] for one in WRONG], ids=[one[0] for one in WRONG])
def test_wrong_arrays_are_refused_by_name(m, call, error, said):
    with pytest.raises(error, match=said):
        call(m)


def test_without_a_driver_the_error_says_so(m):
    if shutil.which("nvidia-smi"):
        pytest.skip("there is a driver")
    with pytest.raises(tc.Error, match="no CUDA driver on this machine"):
        m.mm(ByInterface(A), ByInterface(B), out=ByInterface(C))


def test_importing_and_compiling_load_no_driver(tmp_path):
    """On a driver that ends the process that loads it."""
    compiler = shutil.which("cc") or missing("a compiler of C")
    source = tmp_path / "driver.c"
    source.write_text("void _exit(int);\n__attribute__((constructor)) static void loaded(void) { _exit(99); }\n")
    subprocess.run([compiler, "-shared", "-fPIC", source, "-o", tmp_path / "libcuda.so.1"], check=True)
    os.symlink("libcuda.so.1", tmp_path / "libcuda.so")
    env = {**os.environ, "LD_LIBRARY_PATH": str(tmp_path), "TC_CACHE": "off"}

    def run(program):
        text = "import numpy as np, tensorcomp as tc\nm = tc.define('def add(float(N) A, float(N) B) -> (C) { C(i) = A(i) + B(i) }')\nA = np.ones(4, np.float32)\n"
        return subprocess.run([sys.executable, "-c", text + program], capture_output=True, text=True, env=env)

    compiled = run("kernel = m.add.compile((4,), (4,), target='cuda', machine='sm_80')\nprint(m.add(A, A), m.add.infer(A, A)[0].shape, '.target sm_80' in kernel.asm['ptx'])")
    assert (compiled.returncode, compiled.stdout) == (0, "[2. 2. 2. 2.] (4,) True\n"), compiled.stderr
    # What runs on a device loads it.
    assert run("tc.knobs.target = 'cuda'\nm.add(A, A)").returncode == 99
