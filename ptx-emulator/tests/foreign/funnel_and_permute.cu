extern "C" __global__ void k(const int* x, const int* z, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { int a = x[i], b = z[i]; y[i] = (int)(__funnelshift_l(a, b, 7) ^ __byte_perm(a, b, 0x3715) ^ __funnelshift_r(a, b, 13)); }
}
