"""Compiles the kernels of `kernels.py` with NVRTC and stores PTX and what NumPy says in `../nvrtc.jsonl.gz`.

    pip install nvidia-cuda-nvrtc-cu12==12.9.86 nvidia-cuda-runtime-cu12==12.9.79 nvidia-cuda-cccl-cu12==12.9.27 nvidia-cuda-nvcc-cu12==12.9.86 numpy
    python3 build.py
"""

import ctypes
import pathlib
import site
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import store  # noqa: E402

ROOTS = [pathlib.Path(path) / "nvidia" for path in site.getsitepackages()]


def find(pattern):
    for root in ROOTS:
        for path in sorted(root.glob(pattern)):
            return path
    sys.exit(f"{pattern} was not found; install the packages named at the top")


nvrtc = ctypes.CDLL(str(find("cuda_nvrtc/lib/libnvrtc.so.12")))
INCLUDES = [f"-I{find(folder)}" for folder in ("cuda_runtime/include", "cuda_cccl/include", "cuda_nvcc/include")]


def compile_source(name, source, options):
    program = ctypes.c_void_p()
    nvrtc.nvrtcCreateProgram(ctypes.byref(program), source.encode(), f"{name}.cu".encode(), 0, None, None)
    flags = ["--gpu-architecture=compute_90", "-std=c++17", "-default-device", "--disable-warnings", "--device-int128", *INCLUDES, *options]
    values = (ctypes.c_char_p * len(flags))(*[flag.encode() for flag in flags])
    failed = nvrtc.nvrtcCompileProgram(program, len(flags), values)
    size = ctypes.c_size_t()
    if failed:
        nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
        log = ctypes.create_string_buffer(size.value)
        nvrtc.nvrtcGetProgramLog(program, log)
        raise RuntimeError(f"{name}: {log.value.decode()[:3000]}")
    nvrtc.nvrtcGetPTXSize(program, ctypes.byref(size))
    text = ctypes.create_string_buffer(size.value)
    nvrtc.nvrtcGetPTX(program, text)
    nvrtc.nvrtcDestroyProgram(ctypes.byref(program))
    return text.value.decode()


if __name__ == "__main__":
    import kernels

    store.build("nvrtc", kernels.KERNELS, lambda one: (compile_source(one["name"], one["source"], one["options"]), "k"))
