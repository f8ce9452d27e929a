"""Programs in the manner of the documentation of `cuda-core`, and NVRTC through `cuda-bindings`: compile, launch, memory, streams, events,
graphs, links. Each compares with NumPy.

    python core_programs.py [PROGRAM...]
"""

import ctypes
import pathlib
import sys

import numpy as np
import nvidia.cuda_runtime
from cuda.bindings import driver, nvrtc
from cuda.core import Device, LaunchConfig, Linker, LinkerOptions, Program, ProgramOptions, launch

# The headers of CUDA C++, of the wheel `nvidia-cuda-runtime-cu12`.
HEADERS = str(pathlib.Path(nvidia.cuda_runtime.__path__[0]) / "include")
RANDOM = np.random.default_rng(0)

SAXPY = """
extern "C" __global__ void saxpy(float a, const float* x, const float* y, float* z, size_t n) {
  for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n; i += (size_t)gridDim.x * blockDim.x)
    z[i] = a * x[i] + y[i];
}
"""

REDUCE = """
extern "C" __global__ void reduce(const float* x, float* sums, int n) {
  __shared__ float part[128];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  part[t] = i < n ? x[i] : 0.0f;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) part[t] += part[t + half];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = part[0];
}
"""

TRANSPOSE = """
template <typename T>
__global__ void transpose(const T* x, T* y, int rows, int columns) {
  __shared__ T tile[16][17];
  int r = blockIdx.y * 16 + threadIdx.y, c = blockIdx.x * 16 + threadIdx.x;
  if (r < rows && c < columns) tile[threadIdx.y][threadIdx.x] = x[r * columns + c];
  __syncthreads();
  r = blockIdx.y * 16 + threadIdx.x, c = blockIdx.x * 16 + threadIdx.y;
  if (r < rows && c < columns) y[c * rows + r] = tile[threadIdx.x][threadIdx.y];
}
"""

PIPELINE = """
#include <cuda_pipeline_primitives.h>
extern "C" __global__ void smooth(const float* x, float* y, int tiles) {
  __shared__ float stage[2][64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&stage[0][t], &x[t], 4);
  __pipeline_commit();
  for (int k = 0; k < tiles; k++) {
    if (k + 1 < tiles) __pipeline_memcpy_async(&stage[(k + 1) % 2][t], &x[(k + 1) * 64 + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    y[k * 64 + t] = stage[k % 2][t] + stage[k % 2][63 - t];
    __syncthreads();
  }
}
"""

SCALE_OF = """
extern __device__ float scale(float x);
extern "C" __global__ void scaled(float* x, int n) {
  int i = threadIdx.x;
  if (i < n) x[i] = scale(x[i]);
}
"""

SCALE = "__device__ float scale(float x) { return 3.0f * x; }"

COUNTER = """
__device__ int counter;
__constant__ int step;
extern "C" __global__ void count() { atomicAdd(&counter, step); }
"""


def floats(*shape):
    return RANDOM.standard_normal(shape, dtype=np.float32)


def compiled(device, text, name, names=()):
    options = ProgramOptions(std="c++17", arch=f"sm_{device.arch}", include_path=HEADERS)
    code = Program(text, code_type="c++", options=options).compile("ptx", name_expressions=names or None)
    return code if name is None else code.get_kernel(name)


class Copy:
    """An array of the host on the device."""

    def __init__(self, device, stream, host):
        self.host, self.stream = host, stream
        self.buffer = device.allocate(host.nbytes, stream=stream)
        check(driver.cuMemcpyHtoDAsync(int(self.buffer.handle), host.ctypes.data, host.nbytes, int(stream.handle)))

    @property
    def argument(self):
        return self.buffer

    def numpy(self):
        got = np.empty_like(self.host)
        check(driver.cuMemcpyDtoHAsync(got.ctypes.data, int(self.buffer.handle), got.nbytes, int(self.stream.handle)))
        self.stream.sync()
        return got


def empty(device, stream, shape, dtype=np.float32):
    copy = Copy.__new__(Copy)
    copy.host, copy.stream = np.zeros(shape, dtype), stream
    copy.buffer = device.allocate(copy.host.nbytes, stream=stream)
    return copy


def check(result):
    code, *values = result
    assert int(code) == 0, code
    return values[0] if len(values) == 1 else values


def saxpy(device, stream):
    kernel = compiled(device, SAXPY, "saxpy")
    x, y = floats(5000), floats(5000)
    a, b, z = Copy(device, stream, x), Copy(device, stream, y), empty(device, stream, 5000)
    launch(stream, LaunchConfig(grid=8, block=128), kernel, np.float32(2.5), a.argument, b.argument, z.argument, np.uint64(5000))
    return z.numpy(), np.float32(2.5) * x + y


def reduce(device, stream):
    kernel = compiled(device, REDUCE, "reduce")
    x = floats(1000)
    a, sums = Copy(device, stream, x), empty(device, stream, 8)
    launch(stream, LaunchConfig(grid=8, block=128), kernel, a.argument, sums.argument, np.int32(1000))
    return sums.numpy(), np.pad(x, (0, 24)).reshape(8, 128).sum(1)


def transpose(device, stream):
    code = compiled(device, TRANSPOSE, None, names=["transpose<float>"])
    kernel = code.get_kernel("transpose<float>")
    x = floats(40, 50)
    a, y = Copy(device, stream, x), empty(device, stream, (50, 40))
    launch(stream, LaunchConfig(grid=(4, 3), block=(16, 16)), kernel, a.argument, y.argument, np.int32(40), np.int32(50))
    return y.numpy(), x.T


def pipeline(device, stream):
    kernel = compiled(device, PIPELINE, "smooth")
    x = floats(5, 64)
    a, y = Copy(device, stream, x), empty(device, stream, (5, 64))
    launch(stream, LaunchConfig(grid=1, block=64), kernel, a.argument, y.argument, np.int32(5))
    return y.numpy(), x + x[:, ::-1]


def linked(device, stream):
    parts = []
    for text in (SCALE_OF, SCALE):
        options = ProgramOptions(std="c++17", arch=f"sm_{device.arch}", relocatable_device_code=True)
        parts.append(Program(text, code_type="c++", options=options).compile("ptx"))
    linker = Linker(*parts, options=LinkerOptions(arch=f"sm_{device.arch}"))
    kernel = linker.link("cubin").get_kernel("scaled")
    x = floats(60)
    a = Copy(device, stream, x)
    launch(stream, LaunchConfig(grid=1, block=64), kernel, a.argument, np.int32(60))
    return a.numpy(), 3 * x


def variables(device, stream):
    """A variable and a constant of a module, by the driver API alone."""
    text = check(nvrtc.nvrtcCreateProgram(COUNTER.encode(), b"counter.cu", 0, [], []))
    option = f"--gpu-architecture=compute_{device.arch}".encode()
    check(nvrtc.nvrtcCompileProgram(text, 1, [option]))
    ptx = b" " * check(nvrtc.nvrtcGetPTXSize(text))
    check(nvrtc.nvrtcGetPTX(text, ptx))
    module = check(driver.cuModuleLoadData(ptx))
    kernel = check(driver.cuModuleGetFunction(module, b"count"))
    step, bytes_of_step = check(driver.cuModuleGetGlobal(module, b"step"))
    assert bytes_of_step == 4
    value = np.array([3], np.int32)
    check(driver.cuMemcpyHtoD(step, value.ctypes.data, 4))
    check(driver.cuLaunchKernel(kernel, 2, 1, 1, 50, 1, 1, 0, int(stream.handle), 0, 0))
    counter, _ = check(driver.cuModuleGetGlobal(module, b"counter"))
    got = np.zeros(1, np.int32)
    check(driver.cuMemcpyDtoH(got.ctypes.data, counter, 4))
    check(driver.cuModuleUnload(module))
    return got, np.array([300])


def events(device, stream):
    """Two streams, one of which waits for the other; the time between events is positive."""
    kernel = compiled(device, SAXPY, "saxpy")
    x = floats(300)
    a, z = Copy(device, stream, x), empty(device, stream, 300)
    first = check(driver.cuEventCreate(0))
    last = check(driver.cuEventCreate(0))
    check(driver.cuEventRecord(first, int(stream.handle)))
    other = device.create_stream()
    launch(stream, LaunchConfig(grid=3, block=128), kernel, np.float32(1), a.argument, a.argument, z.argument, np.uint64(300))
    check(driver.cuEventRecord(last, int(stream.handle)))
    check(driver.cuStreamWaitEvent(int(other.handle), last, 0))
    launch(other, LaunchConfig(grid=3, block=128), kernel, np.float32(1), z.argument, a.argument, z.argument, np.uint64(300))
    check(driver.cuEventSynchronize(last))
    assert check(driver.cuEventElapsedTime(first, last)) > 0
    other.sync()
    return z.numpy(), 3 * x


def captured(device, stream):
    """A graph that is captured, updated and replayed."""
    kernel = compiled(device, SAXPY, "saxpy")
    x = floats(300)
    a, z = Copy(device, stream, x), Copy(device, stream, np.zeros(300, np.float32))
    mode = driver.CUstreamCaptureMode.CU_STREAM_CAPTURE_MODE_THREAD_LOCAL
    check(driver.cuStreamBeginCapture(int(stream.handle), mode))
    for _ in range(2):
        launch(stream, LaunchConfig(grid=3, block=128), kernel, np.float32(2), a.argument, z.argument, z.argument, np.uint64(300))
    graph = check(driver.cuStreamEndCapture(int(stream.handle)))
    assert not z.numpy().any()
    _, count = check(driver.cuGraphGetNodes(graph))
    assert count == 2, count
    executable = check(driver.cuGraphInstantiate(graph, 0))
    for _ in range(3):
        check(driver.cuGraphLaunch(executable, int(stream.handle)))
    result = z.numpy()
    check(driver.cuGraphExecDestroy(executable))
    check(driver.cuGraphDestroy(graph))
    return result, 12 * x


def managed(device, stream):
    """Managed and pinned memory are the process's own, used in place."""
    kernel = compiled(device, SAXPY, "saxpy")
    flags = driver.CUmemAttach_flags.CU_MEM_ATTACH_GLOBAL.value
    place = int(check(driver.cuMemAllocManaged(400, flags)))
    pinned = int(check(driver.cuMemHostAlloc(400, 0)))
    view = lambda address: np.ctypeslib.as_array(ctypes.cast(address, ctypes.POINTER(ctypes.c_float)), (100,))
    view(place)[:], view(pinned)[:] = np.arange(100), 1
    launch(stream, LaunchConfig(grid=1, block=128), kernel, np.float32(2), place, pinned, place, np.uint64(100))
    stream.sync()
    got = view(place).copy()
    check(driver.cuMemFree(place))
    check(driver.cuMemFreeHost(pinned))
    return got, 2 * np.arange(100) + 1


PROGRAMS = [saxpy, reduce, transpose, pipeline, linked, variables, events, captured, managed]


def main(names):
    device = Device()
    device.set_current()
    stream = device.create_stream()
    for program in PROGRAMS:
        if not names or program.__name__ in names:
            got, wanted = program(device, stream)
            np.testing.assert_allclose(got, wanted, rtol=1e-4, atol=1e-5)
            print(f"{program.__name__}: ok")


if __name__ == "__main__":
    main(sys.argv[1:])
