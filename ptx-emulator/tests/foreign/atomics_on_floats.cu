extern "C" __global__ void k(const float* x, float* s, double* d) {
  float v = x[blockIdx.x * 32 + threadIdx.x];
  atomicAdd(&s[0], v);
  atomicAdd(d, (double)v);
  int* bits = (int*)&s[1];
  int old = 0;
  while (true) {
    int seen = atomicCAS(bits, old, old);
    if (__int_as_float(seen) >= v) break;
    old = atomicCAS(bits, seen, __float_as_int(v));
    if (old == seen) break;
  }
}
