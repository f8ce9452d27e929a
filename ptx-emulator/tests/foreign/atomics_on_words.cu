extern "C" __global__ void k(const unsigned* x, unsigned* y, unsigned long long* z) {
  unsigned v = x[blockIdx.x * 64 + threadIdx.x];
  atomicOr(&y[0], 1u << (v & 31));
  atomicXor(&y[1], v);
  atomicMin(&y[2], v);
  atomicInc(&y[3], 49u);
  atomicSub(&y[4], v);
  atomicExch(&y[5], 77u);
  atomicAdd(z, (unsigned long long)v << 33);
}
