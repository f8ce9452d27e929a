extern "C" __global__ void k(const float* x, float* y) {
  __shared__ unsigned long long bar; __shared__ float s[64];
  int t = threadIdx.x; unsigned b = (unsigned)__cvta_generic_to_shared(&bar);
  if (t == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 64;" :: "r"(b));
  __syncthreads();
  float v = x[t];
  for (int phase = 0; phase < 4; ++phase) {
    s[t] = v;
    unsigned long long state;
    asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];" : "=l"(state) : "r"(b) : "memory");
    asm volatile("{ .reg .pred p; WAIT: mbarrier.test_wait.shared::cta.b64 p, [%0], %1; @p bra DONE; bra WAIT; DONE: }" :: "r"(b), "l"(state) : "memory");
    v = v * 0.5f + s[(t + 1) & 63];
    __syncthreads();
  }
  y[t] = v;
}
