extern "C" __global__ void k(const int* x, const int* z, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { int a = x[i], b = z[i]; y[i] = __popc(a) + __clz(b) * 3 + __ffs(a) * 5 + (int)(__brev(b) >> 20); }
}
