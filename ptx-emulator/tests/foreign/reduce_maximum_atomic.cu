extern "C" __global__ void k(const int* x, int* y) {
  int v = __reduce_max_sync(0xffffffffu, x[blockIdx.x * 64 + threadIdx.x]);
  if ((threadIdx.x & 31) == 0) atomicMax(y, v);
}
