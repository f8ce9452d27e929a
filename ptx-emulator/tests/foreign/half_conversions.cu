#include <cuda_fp16.h>
extern "C" __global__ void k(const float* x, const __half* h, float* y) {
  int t = threadIdx.x;
  __half v = __float2half_rn(x[t] * 1.0009765f);
  y[t] = __half2float(v) + __half2float(__hfma(h[t], __float2half(2.0f), v)) + (float)__half2int_rn(h[t]) + __half2float(hexp2(h[t]));
}
