"""Launches four threads on an array of four elements, and then five; looks at no code."""

import ctypes

PTX = b""".version 8.0
.target sm_80
.address_size 64
.visible .entry fill(.param .u64 y)
{
  .reg .b32 %i;
  .reg .b64 %y, %o;
  ld.param.u64 %y, [y];
  mov.u32 %i, %tid.x;
  mul.wide.u32 %o, %i, 4;
  add.s64 %y, %y, %o;
  st.global.u32 [%y], %i;
  ret;
}
"""

cuda = ctypes.CDLL("libcuda.so.1")
context, module, function, y = (ctypes.c_uint64() for _ in range(4))
cuda.cuInit(0)
cuda.cuCtxCreate_v2(ctypes.byref(context), 0, 0)
cuda.cuModuleLoadData(ctypes.byref(module), PTX)
cuda.cuModuleGetFunction(ctypes.byref(function), module, b"fill")
cuda.cuMemAlloc_v2(ctypes.byref(y), ctypes.c_size_t(16))
for threads in (4, 5):
    arguments = (ctypes.c_void_p * 1)(ctypes.addressof(y))
    cuda.cuLaunchKernel(function, 1, 1, 1, threads, 1, 1, 0, None, arguments, None)
