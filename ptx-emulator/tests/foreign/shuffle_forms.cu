extern "C" __global__ void k(const int* x, int* y) {
  int v = x[threadIdx.x];
  y[threadIdx.x] = __shfl_sync(0xffffffffu, v, (threadIdx.x * 7 + 3) & 31);
  y[threadIdx.x + 32] = __shfl_xor_sync(0xffffffffu, v, 5, 8);
  y[threadIdx.x + 64] = __shfl_up_sync(0xffffffffu, v, 3, 16);
  y[threadIdx.x + 96] = __shfl_down_sync(0xffffffffu, v, 2, 4);
}
